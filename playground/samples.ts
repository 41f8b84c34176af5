/** Manifests to begin with in the playground's box. */
export interface Sample {
  readonly title: string;
  readonly text: string;
}

export const samples: readonly Sample[] = [
  {
    title: 'a ReplicaSet of 3',
    text: `apiVersion: apps/v1
kind: ReplicaSet
metadata:
  name: shop
  namespace: default
spec:
  replicas: 3
  selector:
    matchLabels:
      app: shop
  template:
    metadata:
      labels:
        app: shop
    spec:
      containers:
        - name: app
          image: shop:v1
`,
  },
  {
    title: 'a pod that a ReplicaSet adopts',
    text: `# It carries the labels that the selector of "web" asks for, and has no owner.
apiVersion: v1
kind: Pod
metadata:
  name: stray
  namespace: default
  labels:
    app: web
spec:
  containers:
    - name: app
      image: app:v1
`,
  },
  {
    title: 'two ReplicaSets at once',
    text: `apiVersion: apps/v1
kind: ReplicaSet
metadata:
  name: left
  namespace: default
spec:
  replicas: 2
  selector: { matchLabels: { side: left } }
  template:
    metadata: { labels: { side: left } }
    spec: { containers: [{ name: app, image: "app:v1" }] }
---
apiVersion: apps/v1
kind: ReplicaSet
metadata:
  name: right
  namespace: default
spec:
  replicas: 2
  selector: { matchLabels: { side: right } }
  template:
    metadata: { labels: { side: right } }
    spec: { containers: [{ name: app, image: "app:v1" }] }
`,
  },
  {
    title: 'one that the API server refuses',
    text: `# The template's labels do not match the selector: the API server says so.
apiVersion: apps/v1
kind: ReplicaSet
metadata:
  name: mismatch
  namespace: default
spec:
  replicas: 1
  selector:
    matchLabels:
      app: mismatch
  template:
    metadata:
      labels:
        app: something-else
    spec:
      containers:
        - name: app
          image: app:v1
`,
  },
];
