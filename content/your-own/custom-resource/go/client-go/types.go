package main

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

const (
	// registerFinalizer holds a pool that is being deleted until it is out of the register.
	registerFinalizer = "demo.example/register"
	// poolLabel is on each pod of a pool, and says which.
	poolLabel = "demo.example/pool"
)

var groupVersion = schema.GroupVersion{Group: "demo.example", Version: "v1"}

// PodPool is a kind of our own. deploy/crd.yaml tells the API server of it.
type PodPool struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec   PodPoolSpec   `json:"spec"`
	Status PodPoolStatus `json:"status,omitempty"`
}

// PodPoolSpec is what a person asks for: so many pods of an image, with fixed names.
type PodPoolSpec struct {
	Size  int32  `json:"size"`
	Image string `json:"image"`
}

// PodPoolStatus is what the controller has seen. It alone writes it.
type PodPoolStatus struct {
	// ObservedGeneration is the generation of the spec that all of this is about.
	ObservedGeneration int64              `json:"observedGeneration,omitempty"`
	Ready              int32              `json:"ready"`
	Conditions         []metav1.Condition `json:"conditions,omitempty"`
}

// PodPoolList is what a list request gives.
type PodPoolList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`

	Items []PodPool `json:"items"`
}

// DeepCopyObject makes PodPool a runtime.Object. In a larger project deepcopy-gen writes this.
func (p *PodPool) DeepCopyObject() runtime.Object { return p.DeepCopy() }

// DeepCopy shares nothing with p.
func (p *PodPool) DeepCopy() *PodPool {
	out := *p
	p.ObjectMeta.DeepCopyInto(&out.ObjectMeta)
	out.Status.Conditions = append([]metav1.Condition(nil), p.Status.Conditions...)
	return &out
}

// DeepCopyObject makes PodPoolList a runtime.Object.
func (l *PodPoolList) DeepCopyObject() runtime.Object {
	out := *l
	out.Items = make([]PodPool, len(l.Items))
	for i := range l.Items {
		out.Items[i] = *l.Items[i].DeepCopy()
	}
	return &out
}

// addToScheme tells a scheme of the kind.
func addToScheme(scheme *runtime.Scheme) error {
	scheme.AddKnownTypes(groupVersion, &PodPool{}, &PodPoolList{})
	metav1.AddToGroupVersion(scheme, groupVersion)
	return nil
}
