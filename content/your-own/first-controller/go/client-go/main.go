// Command pod-manager counts the pods of a cluster every ten seconds and writes the number, as a label, on each node
// that has a given label. About each pod it records an event.
package main

import (
	"context"
	"flag"
	"os"
	"os/signal"
	"syscall"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
	"k8s.io/client-go/tools/leaderelection"
	"k8s.io/client-go/tools/leaderelection/resourcelock"
	"k8s.io/klog/v2"
)

// options are the flags of the command.
type options struct {
	kubeconfig  string
	nodeLabel   string
	leaderElect bool
	namespace   string
}

func main() {
	klog.InitFlags(nil)
	var o options
	flag.StringVar(&o.kubeconfig, "kubeconfig", "", "File with the way to the API server. Inside a cluster, leave it out.")
	flag.StringVar(&o.nodeLabel, "node-label", "node-role.kubernetes.io/master", "Nodes with this label get the number of pods. Since v1.24 kubeadm and kind set node-role.kubernetes.io/control-plane alone.")
	flag.BoolVar(&o.leaderElect, "leader-elect", false, "Run as one of several replicas, of which one works.")
	flag.StringVar(&o.namespace, "namespace", "default", "Namespace of the lease, with -leader-elect.")
	flag.Parse()

	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer cancel()
	if err := run(ctx, o); err != nil {
		klog.Exitf("error running controllers: %v", err)
	}
}

func run(ctx context.Context, o options) error {
	// With an empty path, this reads what each pod is given: the address, the token, and the certificate of the API server.
	config, err := clientcmd.BuildConfigFromFlags("", o.kubeconfig)
	if err != nil {
		return err
	}
	if !o.leaderElect {
		return runManager(ctx, config, o)
	}
	return runAsLeader(ctx, config, o)
}

// runManager makes the controllers, starts their informers and waits until ctx is done.
func runManager(ctx context.Context, config *rest.Config, o options) error {
	client, err := kubernetes.NewForConfig(config)
	if err != nil {
		return err
	}
	factory := informers.NewSharedInformerFactory(client, 0)
	// The constructor asks for the informer of pods, and by that registers it: the factory is started after it.
	controller := NewPodController(client, factory.Core().V1().Pods(), o.nodeLabel)
	factory.Start(ctx.Done())
	controller.Run(ctx)
	return nil
}

// runAsLeader runs the controllers once this replica has the lease, and ends the program when it has lost it.
func runAsLeader(ctx context.Context, config *rest.Config, o options) error {
	client, err := kubernetes.NewForConfig(config)
	if err != nil {
		return err
	}
	id, err := os.Hostname()
	if err != nil {
		return err
	}
	lock := &resourcelock.LeaseLock{
		LeaseMeta:  metav1.ObjectMeta{Name: "pod-manager", Namespace: o.namespace},
		Client:     client.CoordinationV1(),
		LockConfig: resourcelock.ResourceLockConfig{Identity: id},
	}
	leaderelection.RunOrDie(ctx, leaderelection.LeaderElectionConfig{
		Lock:          lock,
		LeaseDuration: 15 * time.Second,
		RenewDeadline: 10 * time.Second,
		RetryPeriod:   2 * time.Second,
		Callbacks: leaderelection.LeaderCallbacks{
			OnStartedLeading: func(ctx context.Context) {
				if err := runManager(ctx, config, o); err != nil {
					klog.Exitf("error running controllers: %v", err)
				}
			},
			// Whatever the controllers are doing must end now: another replica may have begun.
			OnStoppedLeading: func() {
				if ctx.Err() == nil {
					klog.Exit("leaderelection lost")
				}
			},
		},
	})
	return nil
}
