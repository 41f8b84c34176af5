package main

import (
	"context"
	"time"

	"k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"
)

// In a larger project client-gen, informer-gen and lister-gen write all that stands in this file.

const podPools = "podpools"

// podPoolClient asks the API server for pools.
type podPoolClient struct {
	rest rest.Interface
}

func newPodPoolClient(config *rest.Config) (*podPoolClient, error) {
	scheme := runtime.NewScheme()
	if err := addToScheme(scheme); err != nil {
		return nil, err
	}
	config = rest.CopyConfig(config)
	config.GroupVersion = &groupVersion
	config.APIPath = "/apis"
	config.NegotiatedSerializer = serializer.NewCodecFactory(scheme).WithoutConversion()
	client, err := rest.RESTClientFor(config)
	if err != nil {
		return nil, err
	}
	return &podPoolClient{rest: client}, nil
}

// update writes metadata and spec. Because the kind has a status subresource, the API server leaves the status as it is.
func (c *podPoolClient) update(ctx context.Context, pool *PodPool) error {
	return c.rest.Put().Namespace(pool.Namespace).Resource(podPools).Name(pool.Name).Body(pool).Do(ctx).Error()
}

// updateStatus writes the status, and nothing else.
func (c *podPoolClient) updateStatus(ctx context.Context, pool *PodPool) error {
	return c.rest.Put().Namespace(pool.Namespace).Resource(podPools).Name(pool.Name).SubResource("status").Body(pool).Do(ctx).Error()
}

// newPodPoolInformer lists and watches the pools of all namespaces. No factory shares it: it is started by itself.
func newPodPoolInformer(client *podPoolClient) cache.SharedIndexInformer {
	listWatch := cache.NewListWatchFromClient(client.rest, podPools, "", fields.Everything())
	indexers := cache.Indexers{cache.NamespaceIndex: cache.MetaNamespaceIndexFunc}
	return cache.NewSharedIndexInformer(listWatch, &PodPool{}, time.Duration(0), indexers)
}

// podPoolLister reads the cache of an informer.
type podPoolLister struct {
	indexer cache.Indexer
}

// get gives the object of the cache itself, which is not to be changed, or a NotFound error.
func (l podPoolLister) get(key string) (*PodPool, error) {
	obj, exists, err := l.indexer.GetByKey(key)
	if err != nil {
		return nil, err
	}
	if !exists {
		return nil, errors.NewNotFound(schema.GroupResource{Group: groupVersion.Group, Resource: podPools}, key)
	}
	return obj.(*PodPool), nil
}
