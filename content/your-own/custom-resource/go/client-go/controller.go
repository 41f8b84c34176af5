package main

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/types"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/apimachinery/pkg/util/wait"
	coreinformers "k8s.io/client-go/informers/core/v1"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
)

const (
	maxRetries = 5
	// The register is in another namespace than the pools, so no owner reference can reach it.
	registerNamespace = "kube-system"
	registerName      = "pod-pools"
)

// PoolController keeps as many pods as each pool asks for, enters the pool in a register, and tells how far it is.
type PoolController struct {
	kubeClient kubernetes.Interface
	pools      *podPoolClient
	poolLister podPoolLister
	podLister  corelisters.PodLister
	synced     []cache.InformerSynced
	queue      workqueue.RateLimitingInterface
}

// NewPoolController registers the handlers. They run once both informers are started.
func NewPoolController(kubeClient kubernetes.Interface, pools *podPoolClient, poolInformer cache.SharedIndexInformer, pods coreinformers.PodInformer) *PoolController {
	c := &PoolController{
		kubeClient: kubeClient,
		pools:      pools,
		poolLister: podPoolLister{indexer: poolInformer.GetIndexer()},
		podLister:  pods.Lister(),
		synced:     []cache.InformerSynced{poolInformer.HasSynced, pods.Informer().HasSynced},
		queue:      workqueue.NewNamedRateLimitingQueue(workqueue.DefaultControllerRateLimiter(), "podpool"),
	}
	poolInformer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    c.enqueue,
		UpdateFunc: func(_, obj interface{}) { c.enqueue(obj) },
		DeleteFunc: c.enqueue,
	})
	pods.Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    c.enqueueOwner,
		UpdateFunc: func(_, obj interface{}) { c.enqueueOwner(obj) },
		DeleteFunc: c.enqueueOwner,
	})
	return c
}

// Run works until ctx is done.
func (c *PoolController) Run(ctx context.Context, workers int) {
	defer utilruntime.HandleCrash()
	defer c.queue.ShutDown()
	if !cache.WaitForNamedCacheSync("podpool", ctx.Done(), c.synced...) {
		return
	}
	for i := 0; i < workers; i++ {
		go wait.UntilWithContext(ctx, c.runWorker, time.Second)
	}
	<-ctx.Done()
}

func (c *PoolController) runWorker(ctx context.Context) {
	for c.processNextItem(ctx) {
	}
}

func (c *PoolController) processNextItem(ctx context.Context) bool {
	key, quit := c.queue.Get()
	if quit {
		return false
	}
	defer c.queue.Done(key)
	c.handleErr(c.sync(ctx, key.(string)), key)
	return true
}

func (c *PoolController) handleErr(err error, key interface{}) {
	if err != nil && c.queue.NumRequeues(key) < maxRetries {
		c.queue.AddRateLimited(key)
		return
	}
	c.queue.Forget(key)
	if err != nil {
		utilruntime.HandleError(fmt.Errorf("dropping %v out of the queue: %w", key, err))
	}
}

// sync brings one pool a step nearer to what it asks for. Each write of the pool brings its key again.
func (c *PoolController) sync(ctx context.Context, key string) error {
	cached, err := c.poolLister.get(key)
	if apierrors.IsNotFound(err) {
		// Its pods name it as their owner: the garbage collector deletes them.
		return nil
	}
	if err != nil {
		return err
	}
	pool := cached.DeepCopy()
	if pool.DeletionTimestamp != nil {
		return c.finalize(ctx, pool)
	}
	finalizers := sets.NewString(pool.Finalizers...)
	if !finalizers.Has(registerFinalizer) {
		// Before anything is made that will have to be cleaned up.
		pool.Finalizers = append(pool.Finalizers, registerFinalizer)
		return c.pools.update(ctx, pool)
	}
	size := fmt.Sprint(pool.Spec.Size)
	if err := c.writeEntry(ctx, pool, &size); err != nil {
		return err
	}
	pods, err := c.podsOf(pool)
	if err != nil {
		return err
	}
	podsErr := c.syncPods(ctx, pool, pods)
	statusErr := c.updateStatus(ctx, pool, pods)
	if podsErr != nil {
		return podsErr
	}
	return statusErr
}

// finalize cleans up first, and takes the finalizer off last: without it the pool is gone, and no sync comes again.
func (c *PoolController) finalize(ctx context.Context, pool *PodPool) error {
	finalizers := sets.NewString(pool.Finalizers...)
	if !finalizers.Has(registerFinalizer) {
		return nil
	}
	if err := c.writeEntry(ctx, pool, nil); err != nil {
		return err
	}
	pool.Finalizers = finalizers.Delete(registerFinalizer).List()
	return c.pools.update(ctx, pool)
}

// writeEntry writes the entry of a pool in the register, or takes it out with nil. Doing it twice changes nothing.
func (c *PoolController) writeEntry(ctx context.Context, pool *PodPool, entry *string) error {
	configMaps := c.kubeClient.CoreV1().ConfigMaps(registerNamespace)
	key := pool.Namespace + "." + pool.Name
	patch, err := json.Marshal(map[string]map[string]*string{"data": {key: entry}})
	if err != nil {
		return err
	}
	_, err = configMaps.Patch(ctx, registerName, types.MergePatchType, patch, metav1.PatchOptions{})
	if !apierrors.IsNotFound(err) {
		return err
	}
	if entry == nil {
		return nil
	}
	_, err = configMaps.Create(ctx, &v1.ConfigMap{
		ObjectMeta: metav1.ObjectMeta{Namespace: registerNamespace, Name: registerName},
		Data:       map[string]string{key: *entry},
	}, metav1.CreateOptions{})
	return err
}

// podsOf gives the pods that the pool controls. A pod that only has the label belongs to somebody else.
func (c *PoolController) podsOf(pool *PodPool) ([]*v1.Pod, error) {
	all, err := c.podLister.Pods(pool.Namespace).List(labels.Everything())
	if err != nil {
		return nil, err
	}
	var pods []*v1.Pod
	for _, pod := range all {
		if metav1.IsControlledBy(pod, pool) {
			pods = append(pods, pod)
		}
	}
	return pods, nil
}

// syncPods makes the pods that are missing and deletes those that are too many. Names are fixed: a cache that is behind
// leads to a create that is refused with AlreadyExists, and never to a pod too many.
func (c *PoolController) syncPods(ctx context.Context, pool *PodPool, pods []*v1.Pod) error {
	client := c.kubeClient.CoreV1().Pods(pool.Namespace)
	existing := sets.NewString()
	for _, pod := range pods {
		existing.Insert(pod.Name)
	}
	wanted := sets.NewString()
	for i := int32(0); i < pool.Spec.Size; i++ {
		name := fmt.Sprintf("%s-%d", pool.Name, i)
		wanted.Insert(name)
		if existing.Has(name) {
			continue
		}
		_, err := client.Create(ctx, newPod(pool, name), metav1.CreateOptions{})
		if err != nil && !apierrors.IsAlreadyExists(err) {
			return err
		}
	}
	for _, pod := range pods {
		if wanted.Has(pod.Name) || pod.DeletionTimestamp != nil {
			continue
		}
		err := client.Delete(ctx, pod.Name, metav1.DeleteOptions{})
		if err != nil && !apierrors.IsNotFound(err) {
			return err
		}
	}
	return nil
}

// updateStatus writes the status if it differs from the one that the pool has.
func (c *PoolController) updateStatus(ctx context.Context, pool *PodPool, pods []*v1.Pod) error {
	ready := int32(0)
	for _, pod := range pods {
		if pod.DeletionTimestamp == nil && isReady(pod) {
			ready++
		}
	}
	before := pool.DeepCopy().Status
	setStatus(pool, ready)
	if equality.Semantic.DeepEqual(before, pool.Status) {
		return nil
	}
	return c.pools.updateStatus(ctx, pool)
}

// setStatus describes the pool with so many ready pods. The time of a condition changes only with its status.
func setStatus(pool *PodPool, ready int32) {
	condition := metav1.Condition{
		Type:               "Ready",
		Status:             metav1.ConditionFalse,
		Message:            fmt.Sprintf("%d/%d pods ready", ready, pool.Spec.Size),
		ObservedGeneration: pool.Generation,
	}
	switch {
	case ready == pool.Spec.Size:
		condition.Status = metav1.ConditionTrue
		condition.Reason = "AllReady"
	case ready < pool.Spec.Size:
		condition.Reason = "PodsMissing"
	default:
		condition.Reason = "PodsTooMany"
	}
	pool.Status.ObservedGeneration = pool.Generation
	pool.Status.Ready = ready
	meta.SetStatusCondition(&pool.Status.Conditions, condition)
}

func (c *PoolController) enqueue(obj interface{}) {
	// It also takes the tombstone that a handler gets of an object whose deletion the watch has missed.
	key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj)
	if err != nil {
		utilruntime.HandleError(err)
		return
	}
	c.queue.Add(key)
}

// enqueueOwner adds the key of the pool that controls a pod.
func (c *PoolController) enqueueOwner(obj interface{}) {
	if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		obj = tombstone.Obj
	}
	pod, ok := obj.(*v1.Pod)
	if !ok {
		return
	}
	owner := metav1.GetControllerOf(pod)
	if owner != nil && owner.Kind == "PodPool" {
		c.queue.Add(pod.Namespace + "/" + owner.Name)
	}
}

func isReady(pod *v1.Pod) bool {
	for _, condition := range pod.Status.Conditions {
		if condition.Type == v1.PodReady {
			return condition.Status == v1.ConditionTrue
		}
	}
	return false
}

func newPod(pool *PodPool, name string) *v1.Pod {
	return &v1.Pod{
		ObjectMeta: metav1.ObjectMeta{
			Name:            name,
			Namespace:       pool.Namespace,
			Labels:          map[string]string{poolLabel: pool.Name},
			OwnerReferences: []metav1.OwnerReference{*metav1.NewControllerRef(pool, groupVersion.WithKind("PodPool"))},
		},
		Spec: v1.PodSpec{Containers: []v1.Container{{Name: "app", Image: pool.Spec.Image}}},
	}
}
