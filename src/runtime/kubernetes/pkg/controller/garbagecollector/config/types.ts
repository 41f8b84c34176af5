// Mirrors: pkg/controller/garbagecollector/config/types.go#GroupResource
export class GroupResource {
  group = '';
  resource = '';
}

// Mirrors: pkg/controller/garbagecollector/config/types.go#GarbageCollectorControllerConfiguration
export class GarbageCollectorControllerConfiguration {
  enableGarbageCollector = false;
  concurrentGCSyncs = 0;
  gcIgnoredResources: GroupResource[] = [];
}
