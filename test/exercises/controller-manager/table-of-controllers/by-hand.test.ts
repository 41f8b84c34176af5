import { exercise } from '../../../../content/controller-manager/table-of-controllers/exercises/by-hand.ts';
import { refuses, swap } from '../../tried.ts';

const token = 'type: kubernetes.io/service-account-token\n';
const annotation = /  annotations:\n.*\n/;

refuses(exercise, [
  {
    name: 'a Secret of any type',
    write: ({ start }) => start,
    says: /In the end `robot-key` holds no token\. Its type is `Opaque`[^]*`robot-key` does not name `robot` as its account/,
  },
  {
    name: 'the type, and no account',
    write: ({ solution }) => swap(solution, annotation, ''),
    says: /The API server refuses it: .*metadata\.annotations\[kubernetes\.io\/service-account\.name\]: Required value/,
  },
  {
    name: 'the account, and not the type',
    write: ({ solution }) => swap(solution, token, 'type: Opaque\n'),
    says: /Its type is `Opaque`\. The controller looks at Secrets of one type only/,
  },
  {
    name: 'a label in place of the annotation',
    write: ({ solution }) => swap(solution, 'annotations', 'labels'),
    says: /The API server refuses it: .*Required value/,
  },
  {
    name: 'a name without its hyphen',
    write: ({ solution }) => swap(solution, 'service-account.name', 'serviceaccount.name'),
    says: /The API server refuses it: .*Required value/,
  },
  {
    name: 'an account that does not exist',
    write: ({ solution }) => swap(solution, 'name: robot\ntype', 'name: robots\ntype'),
    says: /the controller deletes `robot-key`\. It does so with the Secret of an account that does not exist/,
  },
  {
    name: 'another account',
    write: ({ solution }) => swap(solution, 'name: robot\ntype', 'name: default\ntype'),
    says: /`robot-key` belongs to the account `default`, and not to `robot`/,
  },
  {
    name: 'another namespace',
    write: ({ solution }) => swap(solution, 'namespace: default', 'namespace: kube-system'),
    says: /In the end there is no Secret `robot-key` in `default`/,
  },
  {
    name: 'a token written by hand',
    write: ({ solution }) => `${solution}stringData:\n  token: abc\n`,
    says: /Write the Secret without data: the controller makes and signs the token/,
  },
  {
    name: 'the account, which is told of the Secret',
    write: () =>
      'apiVersion: v1\nkind: ServiceAccount\nmetadata:\n  name: robot\n  namespace: default\nsecrets:\n  - name: robot-key\n',
    says: /You apply ServiceAccount `robot`\. The Secret `robot-key` is enough/,
  },
  {
    name: 'a second Secret beside it',
    write: ({ solution }) => `${solution}---\n${swap(solution, 'robot-key', 'robot-key-2')}`,
    says: /You apply Secret `robot-key-2`\. The Secret `robot-key` is enough/,
  },
]);
