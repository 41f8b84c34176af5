// Command node-counter is the program of ../client-go, written with controller-runtime.
package main

import (
	"context"
	"flag"
	"os"
	"strconv"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/log/zap"
	"sigs.k8s.io/controller-runtime/pkg/predicate"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
	"sigs.k8s.io/controller-runtime/pkg/source"
)

const podCountLabel = "demo.example/pods"

var log = ctrl.Log.WithName("node-counter")

// nodeCounter is what is left to write: the sync, and which events lead to which keys. Queue, workers, retries and the
// wait for the caches are those of the library, which tries a key that fails again for ever.
type nodeCounter struct {
	client    client.Client
	nodeLabel string
}

// Reconcile brings the label of one node to the number of pods.
func (c *nodeCounter) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var node v1.Node
	if err := c.client.Get(ctx, req.NamespacedName, &node); err != nil {
		// A node that has gone is no error.
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if _, ok := node.Labels[c.nodeLabel]; !ok {
		return ctrl.Result{}, nil
	}
	var pods v1.PodList
	if err := c.client.List(ctx, &pods); err != nil {
		return ctrl.Result{}, err
	}
	count := strconv.Itoa(len(pods.Items))
	if node.Labels[podCountLabel] == count {
		return ctrl.Result{}, nil
	}
	// The client has read from a cache, and has handed out a copy.
	node.Labels[podCountLabel] = count
	return ctrl.Result{}, c.client.Update(ctx, &node)
}

// allNodes gives the keys of all nodes: the number of pods stands on each that has the label.
func (c *nodeCounter) allNodes(client.Object) []reconcile.Request {
	var nodes v1.NodeList
	if err := c.client.List(context.Background(), &nodes, client.HasLabels{c.nodeLabel}); err != nil {
		log.Error(err, "list nodes")
		return nil
	}
	var requests []reconcile.Request
	for i := range nodes.Items {
		requests = append(requests, reconcile.Request{NamespacedName: types.NamespacedName{Name: nodes.Items[i].Name}})
	}
	return requests
}

// comesOrGoes leaves out what changes within a pod.
var comesOrGoes = predicate.Funcs{UpdateFunc: func(event.UpdateEvent) bool { return false }}

func run(nodeLabel string) error {
	config, err := ctrl.GetConfig()
	if err != nil {
		return err
	}
	mgr, err := ctrl.NewManager(config, ctrl.Options{})
	if err != nil {
		return err
	}
	counter := &nodeCounter{client: mgr.GetClient(), nodeLabel: nodeLabel}
	err = ctrl.NewControllerManagedBy(mgr).
		For(&v1.Node{}).
		Watches(&source.Kind{Type: &v1.Pod{}}, handler.EnqueueRequestsFromMapFunc(counter.allNodes), builder.WithPredicates(comesOrGoes)).
		Complete(counter)
	if err != nil {
		return err
	}
	return mgr.Start(ctrl.SetupSignalHandler())
}

func main() {
	// controller-runtime registers -kubeconfig itself. Inside a cluster, leave it out.
	nodeLabel := flag.String("node-label", "node-role.kubernetes.io/master", "Nodes with this label get the number of pods.")
	flag.Parse()
	ctrl.SetLogger(zap.New())
	if err := run(*nodeLabel); err != nil {
		log.Error(err, "error running controllers")
		os.Exit(1)
	}
}
