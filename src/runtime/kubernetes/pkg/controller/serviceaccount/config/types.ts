// Mirrors: pkg/controller/serviceaccount/config/types.go#SAControllerConfiguration
export class SAControllerConfiguration {
  serviceAccountKeyFile = '';
  concurrentSATokenSyncs = 0;
  rootCAFile = '';
}
