// Command pool-manager makes pod pools true: a kind of our own, with a finalizer and a condition.
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
	workers := flag.Int("workers", 1, "How many pools are worked on at the same time.")
	flag.Parse()

	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer cancel()
	if err := run(ctx, *kubeconfig, *workers); err != nil {
		klog.Exitf("error running controllers: %v", err)
	}
}

func run(ctx context.Context, kubeconfig string, workers int) error {
	config, err := clientcmd.BuildConfigFromFlags("", kubeconfig)
	if err != nil {
		return err
	}
	client, err := kubernetes.NewForConfig(config)
	if err != nil {
		return err
	}
	pools, err := newPodPoolClient(config)
	if err != nil {
		return err
	}
	factory := informers.NewSharedInformerFactory(client, 0)
	poolInformer := newPodPoolInformer(pools)
	controller := NewPoolController(client, pools, poolInformer, factory.Core().V1().Pods())
	factory.Start(ctx.Done())
	go poolInformer.Run(ctx.Done())
	controller.Run(ctx, workers)
	return nil
}
