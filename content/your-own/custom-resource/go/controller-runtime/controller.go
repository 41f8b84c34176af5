package main

import (
	"context"
	"fmt"
	"strconv"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
)

// The register is in another namespace than the pools, so no owner reference can reach it.
var register = types.NamespacedName{Namespace: "kube-system", Name: "pod-pools"}

// poolController keeps as many pods as each pool asks for, enters the pool in a register, and tells how far it is.
type poolController struct {
	client.Client
}

// Reconcile brings one pool a step nearer to what it asks for.
func (c *poolController) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var pool PodPool
	if err := c.Get(ctx, req.NamespacedName, &pool); err != nil {
		// Its pods name it as their owner: the garbage collector deletes them.
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	return ctrl.Result{}, c.sync(ctx, &pool)
}

func (c *poolController) sync(ctx context.Context, pool *PodPool) error {
	if pool.DeletionTimestamp != nil {
		return c.finalize(ctx, pool)
	}
	if !controllerutil.ContainsFinalizer(pool, registerFinalizer) {
		controllerutil.AddFinalizer(pool, registerFinalizer)
		return c.Update(ctx, pool)
	}
	size := strconv.Itoa(int(pool.Spec.Size))
	if err := c.writeEntry(ctx, pool, size); err != nil {
		return err
	}
	pods, err := c.podsOf(ctx, pool)
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

// finalize cleans up first, and takes the finalizer off last.
func (c *poolController) finalize(ctx context.Context, pool *PodPool) error {
	if !controllerutil.ContainsFinalizer(pool, registerFinalizer) {
		return nil
	}
	if err := c.removeEntry(ctx, pool); err != nil {
		return err
	}
	controllerutil.RemoveFinalizer(pool, registerFinalizer)
	return c.Update(ctx, pool)
}

func entryOf(pool *PodPool) string { return pool.Namespace + "." + pool.Name }

func (c *poolController) writeEntry(ctx context.Context, pool *PodPool, size string) error {
	configMap := &v1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: register.Namespace, Name: register.Name}}
	// Reads it, from a cache, and creates or updates it if that makes a difference.
	_, err := controllerutil.CreateOrUpdate(ctx, c.Client, configMap, func() error {
		if configMap.Data == nil {
			configMap.Data = map[string]string{}
		}
		configMap.Data[entryOf(pool)] = size
		return nil
	})
	return err
}

func (c *poolController) removeEntry(ctx context.Context, pool *PodPool) error {
	var configMap v1.ConfigMap
	if err := c.Get(ctx, register, &configMap); err != nil {
		return client.IgnoreNotFound(err)
	}
	delete(configMap.Data, entryOf(pool))
	return c.Update(ctx, &configMap)
}

func (c *poolController) podsOf(ctx context.Context, pool *PodPool) ([]v1.Pod, error) {
	var all v1.PodList
	if err := c.List(ctx, &all, client.InNamespace(pool.Namespace)); err != nil {
		return nil, err
	}
	var pods []v1.Pod
	for i := range all.Items {
		if metav1.IsControlledBy(&all.Items[i], pool) {
			pods = append(pods, all.Items[i])
		}
	}
	return pods, nil
}

func (c *poolController) syncPods(ctx context.Context, pool *PodPool, pods []v1.Pod) error {
	existing := map[string]bool{}
	for i := range pods {
		existing[pods[i].Name] = true
	}
	wanted := map[string]bool{}
	for i := int32(0); i < pool.Spec.Size; i++ {
		name := fmt.Sprintf("%s-%d", pool.Name, i)
		wanted[name] = true
		if existing[name] {
			continue
		}
		pod, err := c.newPod(pool, name)
		if err != nil {
			return err
		}
		// Names are fixed, so a cache that is behind leads to this error, and to no pod too many.
		if err := c.Create(ctx, pod); err != nil && !apierrors.IsAlreadyExists(err) {
			return err
		}
	}
	for i := range pods {
		if wanted[pods[i].Name] || pods[i].DeletionTimestamp != nil {
			continue
		}
		if err := client.IgnoreNotFound(c.Delete(ctx, &pods[i])); err != nil {
			return err
		}
	}
	return nil
}

func (c *poolController) newPod(pool *PodPool, name string) (*v1.Pod, error) {
	pod := &v1.Pod{
		ObjectMeta: metav1.ObjectMeta{
			Name:      name,
			Namespace: pool.Namespace,
			Labels:    map[string]string{poolLabel: pool.Name},
		},
		Spec: v1.PodSpec{Containers: []v1.Container{{Name: "app", Image: pool.Spec.Image}}},
	}
	return pod, controllerutil.SetControllerReference(pool, pod, c.Scheme())
}

func (c *poolController) updateStatus(ctx context.Context, pool *PodPool, pods []v1.Pod) error {
	ready := int32(0)
	for i := range pods {
		if pods[i].DeletionTimestamp == nil && isReady(&pods[i]) {
			ready++
		}
	}
	before := pool.DeepCopy().Status
	setStatus(pool, ready)
	if equality.Semantic.DeepEqual(before, pool.Status) {
		return nil
	}
	return c.Status().Update(ctx, pool)
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

func isReady(pod *v1.Pod) bool {
	for _, condition := range pod.Status.Conditions {
		if condition.Type == v1.PodReady {
			return condition.Status == v1.ConditionTrue
		}
	}
	return false
}
