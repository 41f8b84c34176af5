import { type OS, missingFile } from '../../../../../../../go/os.ts';

/** Whether a file holds a private key. That it is one is all that is looked at: nothing is signed with it here. */
// Mirrors: staging/src/k8s.io/client-go/util/keyutil/key.go#PrivateKeyFromFile
export function faultOfPrivateKey(os: OS, file: string): Error | undefined {
  const data = os.files.get(file);
  if (data === undefined) return missingFile(file);
  if (/-----BEGIN (EC |RSA )?PRIVATE KEY-----/.test(data)) return undefined;
  const why = 'data does not contain a valid RSA or ECDSA private key';
  return new Error(`error reading private key file ${file}: ${why}`);
}
