// Mirrors: pkg/scheduler/apis/config/v1beta1/register.go#GroupName
export const groupName = 'kubescheduler.config.k8s.io';
