// Mirrors: pkg/controller/cronjob/config/types.go#CronJobControllerConfiguration
export class CronJobControllerConfiguration {
  concurrentCronJobSyncs = 0;
}
