// Command node-counter keeps the number of pods of a cluster in a label of each node that has a given other label.
package main

import (
	"context"
	"flag"
	"os"
	"os/signal"
	"syscall"

	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/clientcmd"
	"k8s.io/klog/v2"
)

func main() {
	klog.InitFlags(nil)
	kubeconfig := flag.String("kubeconfig", "", "File with the way to the API server. Inside a cluster, leave it out.")
	nodeLabel := flag.String("node-label", "node-role.kubernetes.io/master", "Nodes with this label get the number of pods. Since v1.24 kubeadm and kind set node-role.kubernetes.io/control-plane alone.")
	workers := flag.Int("workers", 1, "How many keys are worked on at the same time.")
	flag.Parse()

	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer cancel()
	if err := run(ctx, *kubeconfig, *nodeLabel, *workers); err != nil {
		klog.Exitf("error running controllers: %v", err)
	}
}

func run(ctx context.Context, kubeconfig, nodeLabel string, workers int) error {
	config, err := clientcmd.BuildConfigFromFlags("", kubeconfig)
	if err != nil {
		return err
	}
	client, err := kubernetes.NewForConfig(config)
	if err != nil {
		return err
	}
	factory := informers.NewSharedInformerFactory(client, 0)
	counter := NewNodeCounter(client, factory.Core().V1().Pods(), factory.Core().V1().Nodes(), nodeLabel)
	factory.Start(ctx.Done())
	counter.Run(ctx, workers)
	return nil
}
