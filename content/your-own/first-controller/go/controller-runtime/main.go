// Command pod-manager is the program of ../client-go, written with controller-runtime.
package main

import (
	"context"
	"flag"
	"os"
	"strconv"
	"time"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/tools/leaderelection/resourcelock"
	"k8s.io/client-go/tools/record"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log/zap"
)

var log = ctrl.Log.WithName("pod-manager")

const (
	period        = 10 * time.Second
	podCountLabel = "demo.example/pods"
)

// podController counts the pods of the cluster. The manager starts it once its caches are filled and, with leader
// election, once this replica leads.
type podController struct {
	client    client.Client
	recorder  record.EventRecorder
	nodeLabel string
}

// Start works until ctx is done. It makes podController a Runnable of the manager.
func (c *podController) Start(ctx context.Context) error {
	wait.NonSlidingUntilWithContext(ctx, c.reconcilePods, period)
	return nil
}

// NeedLeaderElection says that only the leader may start it.
func (c *podController) NeedLeaderElection() bool { return true }

func (c *podController) reconcilePods(ctx context.Context) {
	// The client reads from a cache, and the first read of a kind makes its informer.
	var pods v1.PodList
	if err := c.client.List(ctx, &pods); err != nil {
		log.Error(err, "list pods")
		return
	}
	// So nodes come from a cache, too: here the program with client-go asks the API server in each round.
	var nodes v1.NodeList
	if err := c.client.List(ctx, &nodes, client.HasLabels{c.nodeLabel}); err != nil {
		log.Error(err, "list nodes")
		return
	}
	for i := range nodes.Items {
		// The client hands out copies, so this changes no cache.
		node := &nodes.Items[i]
		node.Labels[podCountLabel] = strconv.Itoa(len(pods.Items))
		if err := c.client.Update(ctx, node); err != nil {
			log.Error(err, "update node", "node", node.Name)
		}
	}
	for i := range pods.Items {
		pod := &pods.Items[i]
		log.Info("pod", "namespace", pod.Namespace, "name", pod.Name)
		c.recorder.Eventf(pod, v1.EventTypeNormal, "Counted", "one of %d pods", len(pods.Items))
	}
}

func main() {
	// controller-runtime registers -kubeconfig itself. Inside a cluster, leave it out.
	nodeLabel := flag.String("node-label", "node-role.kubernetes.io/master", "Nodes with this label get the number of pods.")
	leaderElect := flag.Bool("leader-elect", false, "Run as one of several replicas, of which one works.")
	namespace := flag.String("namespace", "default", "Namespace of the lease, with -leader-elect.")
	flag.Parse()
	ctrl.SetLogger(zap.New())

	if err := run(*nodeLabel, *leaderElect, *namespace); err != nil {
		log.Error(err, "error running controllers")
		os.Exit(1)
	}
}

func run(nodeLabel string, leaderElect bool, namespace string) error {
	config, err := ctrl.GetConfig()
	if err != nil {
		return err
	}
	mgr, err := ctrl.NewManager(config, ctrl.Options{
		LeaderElection:             leaderElect,
		LeaderElectionID:           "pod-manager",
		LeaderElectionNamespace:    namespace,
		LeaderElectionResourceLock: resourcelock.LeasesResourceLock,
	})
	if err != nil {
		return err
	}
	if err := mgr.Add(&podController{
		client:    mgr.GetClient(),
		recorder:  mgr.GetEventRecorderFor("pod-controller"),
		nodeLabel: nodeLabel,
	}); err != nil {
		return err
	}
	// Starts the caches, waits for them, starts the controllers, and waits for a signal.
	return mgr.Start(ctrl.SetupSignalHandler())
}
