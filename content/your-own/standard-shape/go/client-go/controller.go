package main

import (
	"context"
	"fmt"
	"strconv"
	"time"

	v1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/apimachinery/pkg/util/wait"
	coreinformers "k8s.io/client-go/informers/core/v1"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
	"k8s.io/klog/v2"
)

const (
	// maxRetries is how often a key is tried again before it is dropped.
	maxRetries = 5
	// podCountLabel is where the number of pods is written.
	podCountLabel = "demo.example/pods"
)

// NodeCounter has the shape of the controllers of Kubernetes: handlers put keys into a queue, and workers bring what a
// key names to what it should be.
type NodeCounter struct {
	kubeClient kubernetes.Interface
	nodeLabel  string
	podLister  corelisters.PodLister
	nodeLister corelisters.NodeLister
	synced     []cache.InformerSynced
	queue      workqueue.RateLimitingInterface
}

// NewNodeCounter registers the handlers. They run once the factory of the informers is started.
func NewNodeCounter(kubeClient kubernetes.Interface, pods coreinformers.PodInformer, nodes coreinformers.NodeInformer, nodeLabel string) *NodeCounter {
	c := &NodeCounter{
		kubeClient: kubeClient,
		nodeLabel:  nodeLabel,
		podLister:  pods.Lister(),
		nodeLister: nodes.Lister(),
		synced:     []cache.InformerSynced{pods.Informer().HasSynced, nodes.Informer().HasSynced},
		queue:      workqueue.NewNamedRateLimitingQueue(workqueue.DefaultControllerRateLimiter(), "nodecounter"),
	}
	nodes.Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    func(obj interface{}) { c.enqueue(obj.(*v1.Node)) },
		UpdateFunc: func(_, obj interface{}) { c.enqueue(obj.(*v1.Node)) },
	})
	// Pods that come or go. What changes within a pod does not change their number. What DeleteFunc is given may be a
	// cache.DeletedFinalStateUnknown instead of a pod: here nothing looks at it.
	pods.Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    func(interface{}) { c.enqueueAll() },
		DeleteFunc: func(interface{}) { c.enqueueAll() },
	})
	return c
}

// Run works until ctx is done.
func (c *NodeCounter) Run(ctx context.Context, workers int) {
	defer utilruntime.HandleCrash()
	defer c.queue.ShutDown()
	if !cache.WaitForNamedCacheSync("nodecounter", ctx.Done(), c.synced...) {
		return
	}
	for i := 0; i < workers; i++ {
		go wait.UntilWithContext(ctx, c.runWorker, time.Second)
	}
	<-ctx.Done()
}

func (c *NodeCounter) runWorker(ctx context.Context) {
	for c.processNextItem(ctx) {
	}
}

// processNextItem returns false when the queue is shut down.
func (c *NodeCounter) processNextItem(ctx context.Context) bool {
	key, quit := c.queue.Get()
	if quit {
		return false
	}
	// Until then the queue gives this key to no other worker.
	defer c.queue.Done(key)
	c.handleErr(c.sync(ctx, key.(string)), key)
	return true
}

// handleErr puts a key that failed back into the queue, later each time, and drops it after maxRetries.
func (c *NodeCounter) handleErr(err error, key interface{}) {
	if err != nil && c.queue.NumRequeues(key) < maxRetries {
		c.queue.AddRateLimited(key)
		return
	}
	c.queue.Forget(key)
	if err != nil {
		utilruntime.HandleError(fmt.Errorf("dropping %v out of the queue: %w", key, err))
	}
}

// sync brings the label of one node to the number of pods. It compares, and acts if there is a difference, whatever
// happened before.
func (c *NodeCounter) sync(ctx context.Context, key string) error {
	node, err := c.nodeLister.Get(key)
	if apierrors.IsNotFound(err) {
		// The node has gone since its key was added: nothing is left to do, and that is no error.
		return nil
	}
	if err != nil {
		return err
	}
	pods, err := c.podLister.List(labels.Everything())
	if err != nil {
		return err
	}
	count := strconv.Itoa(len(pods))
	if node.Labels[podCountLabel] == count {
		return nil
	}
	// The node is the object of the cache, which all handlers and listers share: change a copy.
	node = node.DeepCopy()
	if node.Labels == nil {
		node.Labels = map[string]string{}
	}
	node.Labels[podCountLabel] = count
	// If the cache was behind, the API server refuses this write with a conflict, and the key comes again.
	_, err = c.kubeClient.CoreV1().Nodes().Update(ctx, node, metav1.UpdateOptions{})
	return err
}

// enqueue adds the key of a node that is to have the label. The key of an object without a namespace is its name.
func (c *NodeCounter) enqueue(node *v1.Node) {
	if _, ok := node.Labels[c.nodeLabel]; ok {
		c.queue.Add(node.Name)
	}
}

// enqueueAll adds the keys of all nodes that are to have the label: the number of pods stands on each of them.
func (c *NodeCounter) enqueueAll() {
	nodes, err := c.nodeLister.List(labels.Everything())
	if err != nil {
		klog.Errorf("list nodes: %v", err)
		return
	}
	for _, node := range nodes {
		c.enqueue(node)
	}
}
