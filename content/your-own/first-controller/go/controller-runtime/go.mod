module demo.example/pod-manager

go 1.16

require (
	// Newer than client-go asks for: the one that it asks for does not build on macOS with Go 1.18 and later.
	golang.org/x/sys v0.6.0
	k8s.io/api v0.20.2
	k8s.io/apimachinery v0.20.2
	k8s.io/client-go v0.20.2
	sigs.k8s.io/controller-runtime v0.8.3
)
