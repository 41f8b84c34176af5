// Command pool-manager is the program of ../client-go, written with controller-runtime.
package main

import (
	"flag"
	"os"

	v1 "k8s.io/api/core/v1"
	"k8s.io/client-go/kubernetes/scheme"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/log/zap"
)

var log = ctrl.Log.WithName("pool-manager")

func run() error {
	config, err := ctrl.GetConfig()
	if err != nil {
		return err
	}
	if err := addToScheme(scheme.Scheme); err != nil {
		return err
	}
	mgr, err := ctrl.NewManager(config, ctrl.Options{Scheme: scheme.Scheme})
	if err != nil {
		return err
	}
	// Owns leads from a pod to the pool that controls it.
	err = ctrl.NewControllerManagedBy(mgr).
		For(&PodPool{}).
		Owns(&v1.Pod{}).
		Complete(&poolController{Client: mgr.GetClient()})
	if err != nil {
		return err
	}
	return mgr.Start(ctrl.SetupSignalHandler())
}

func main() {
	// controller-runtime registers -kubeconfig itself. Inside a cluster, leave it out.
	flag.Parse()
	ctrl.SetLogger(zap.New())
	if err := run(); err != nil {
		log.Error(err, "error running controllers")
		os.Exit(1)
	}
}
