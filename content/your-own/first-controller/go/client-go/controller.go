package main

import (
	"context"
	"strconv"
	"time"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/apimachinery/pkg/util/wait"
	coreinformers "k8s.io/client-go/informers/core/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/kubernetes/scheme"
	typedcorev1 "k8s.io/client-go/kubernetes/typed/core/v1"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/tools/record"
	"k8s.io/klog/v2"
)

const (
	// period is the time from the beginning of one round to that of the next.
	period = 10 * time.Second
	// podCountLabel is where the number of pods is written.
	podCountLabel = "demo.example/pods"
)

// PodController counts the pods of the cluster, writes the number on nodes, and records an event about every pod. It
// compares nothing: each round does all of it again.
type PodController struct {
	kubeClient      kubernetes.Interface
	nodeLabel       string
	podLister       corelisters.PodLister
	podListerSynced cache.InformerSynced
	broadcaster     record.EventBroadcaster
	recorder        record.EventRecorder
}

// NewPodController asks for the informer of pods, and by that has it registered with its factory.
func NewPodController(kubeClient kubernetes.Interface, pods coreinformers.PodInformer, nodeLabel string) *PodController {
	broadcaster := record.NewBroadcaster()
	broadcaster.StartLogging(klog.Infof)
	return &PodController{
		kubeClient:      kubeClient,
		nodeLabel:       nodeLabel,
		podLister:       pods.Lister(),
		podListerSynced: pods.Informer().HasSynced,
		broadcaster:     broadcaster,
		recorder:        broadcaster.NewRecorder(scheme.Scheme, v1.EventSource{Component: "pod-controller"}),
	}
}

// Run works until ctx is done.
func (c *PodController) Run(ctx context.Context) {
	defer utilruntime.HandleCrash()
	defer c.broadcaster.Shutdown()
	klog.Info("Starting pod controller")
	defer klog.Info("Shutting down pod controller")

	// An empty cache looks like an empty cluster.
	if !cache.WaitForNamedCacheSync("pods", ctx.Done(), c.podListerSynced) {
		return
	}
	c.broadcaster.StartRecordingToSink(&typedcorev1.EventSinkImpl{Interface: c.kubeClient.CoreV1().Events("")})
	go wait.NonSlidingUntilWithContext(ctx, c.reconcilePods, period)
	<-ctx.Done()
}

// reconcilePods is one round. An error is logged, and the next round tries again.
func (c *PodController) reconcilePods(ctx context.Context) {
	pods, err := c.podLister.List(labels.Everything())
	if err != nil {
		klog.Errorf("list pods: %v", err)
		return
	}
	for _, pod := range pods {
		klog.Infof("pod %s/%s", pod.Namespace, pod.Name)
	}
	c.labelNodes(ctx, len(pods))
	for _, pod := range pods {
		c.recorder.Eventf(pod, v1.EventTypeNormal, "Counted", "one of %d pods", len(pods))
	}
}

// labelNodes reads the nodes from the API server each time: this controller has no cache of nodes.
func (c *PodController) labelNodes(ctx context.Context, count int) {
	nodes, err := c.kubeClient.CoreV1().Nodes().List(ctx, metav1.ListOptions{LabelSelector: c.nodeLabel})
	if err != nil {
		klog.Errorf("list nodes: %v", err)
		return
	}
	for i := range nodes.Items {
		// What a client returns is a copy of one's own and may be changed. What a lister returns may not.
		node := &nodes.Items[i]
		// Each of these nodes was selected by a label, so the map is not nil.
		node.Labels[podCountLabel] = strconv.Itoa(count)
		if _, err := c.kubeClient.CoreV1().Nodes().Update(ctx, node, metav1.UpdateOptions{}); err != nil {
			klog.Errorf("update node %s: %v", node.Name, err)
		}
	}
}
