module demo.example/node-counter

go 1.16

require (
	// Newer than client-go asks for: the one that it asks for does not build on macOS with Go 1.18 and later.
	golang.org/x/sys v0.6.0
	k8s.io/api v0.20.2
	k8s.io/apimachinery v0.20.2
	k8s.io/client-go v0.20.2
	k8s.io/klog/v2 v2.4.0
)
