import { resourceText } from '../../../staging/src/k8s.io/apimachinery/pkg/runtime/schema/group_version.ts';
import { defaultMutableFeatureGate } from '../../../staging/src/k8s.io/apiserver/pkg/util/feature/feature_gate.ts';
import type {
  CSRSigningConfiguration,
  CSRSigningControllerConfiguration,
} from '../../../pkg/controller/certificates/signer/config/types.ts';
import { type OS, missingFile } from '../../../../go/os.ts';
import type { Result } from '../../../../go/result.ts';
import { quote } from '../../../../go/strconv.ts';
import { klog } from '../../../vendor/k8s.io/klog/v2/klog.ts';
import type { ControllerContext, InitFunc } from './controllermanager.ts';
import { isAvailable, skipped, started } from './start-outcome.ts';
import { gvr, startNothing } from './not-reimplemented.ts';

/** The certificates of a file. */
// Mirrors: cmd/kube-controller-manager/app/controllermanager.go#readCA
export function readCA(os: OS, file: string): Result<string> {
  const rootCA = os.files.get(file);
  if (rootCA === undefined) return [undefined, missingFile(file)];
  if (!/-----BEGIN CERTIFICATE-----/.test(rootCA))
    return [undefined, new Error('data does not contain any valid RSA or ECDSA certificates')];
  return [rootCA, undefined];
}

const requests = 'certificates.k8s.io/v1/certificatesigningrequests';

/** Up to four signers, one for each that has the files of a certificate authority. */
// Mirrors: cmd/kube-controller-manager/app/certificates.go#startCSRSigningController
export const startCSRSigningController: InitFunc = function* (ctx) {
  if (!requestsAvailable(ctx)) return skipped;
  const { os } = ctx;
  const config = ctx.componentConfig.csrSigningController;
  const missingSingleSigningFile =
    config.clusterSigningCertFile === '' || config.clusterSigningKeyFile === '';
  if (missingSingleSigningFile && !anySpecificFilesSet(config)) {
    klog(os).v(2)?.info('skipping CSR signer controller because no csr cert/key was specified');
    return skipped;
  }
  if (!missingSingleSigningFile && anySpecificFilesSet(config)) {
    const err = new Error('cannot specify default and per controller certs at the same time');
    return [undefined, false, err];
  }

  const signers: string[] = [];
  for (const [name, files] of signersOf(config)) {
    const { certFile, keyFile } = filesOf(config, files);
    if (certFile === '' && keyFile === '') {
      const why = 'because specific files were specified for other signers and not this one.';
      klog(os)
        .v(2)
        ?.info(`skipping CSR signer controller ${quote(name)} ${why}`);
      continue;
    }
    const missing = [certFile, keyFile].find((file) => !os.files.has(file));
    if (missing !== undefined) {
      const why = `error reading CA cert file ${quote(missing)}: ${missingFile(missing).message}`;
      return [undefined, false, new Error(`failed to start ${name} certificate controller: ${why}`)];
    }
    signers.push(name);
  }
  yield* startNothing(ctx, 'certificate-controller', [requests], `signs for ${signers.join(', ')}`);
  return started;
};

function signersOf(config: CSRSigningControllerConfiguration): [string, CSRSigningConfiguration][] {
  return [
    ['kubernetes.io/kubelet-serving', config.kubeletServingSignerConfiguration],
    ['kubernetes.io/kube-apiserver-client-kubelet', config.kubeletClientSignerConfiguration],
    ['kubernetes.io/kube-apiserver-client', config.kubeAPIServerClientSignerConfiguration],
    ['kubernetes.io/legacy-unknown', config.legacyUnknownSignerConfiguration],
  ];
}

/** True if only one of a pair is there too: that is an error later on. */
// Mirrors: cmd/kube-controller-manager/app/certificates.go#anySpecificFilesSet
function anySpecificFilesSet(config: CSRSigningControllerConfiguration): boolean {
  return signersOf(config).some(([, { certFile, keyFile }]) => certFile !== '' || keyFile !== '');
}

/** A signer's own files, if any signer has some; else those of the cluster. */
// Mirrors: cmd/kube-controller-manager/app/certificates.go#getKubeletServingSignerFiles
function filesOf(
  config: CSRSigningControllerConfiguration,
  own: CSRSigningConfiguration,
): { readonly certFile: string; readonly keyFile: string } {
  if (anySpecificFilesSet(config)) return own;
  return { certFile: config.clusterSigningCertFile, keyFile: config.clusterSigningKeyFile };
}

// Mirrors: cmd/kube-controller-manager/app/certificates.go#startCSRApprovingController
export const startCSRApprovingController: InitFunc = function* (ctx) {
  if (!requestsAvailable(ctx)) return skipped;
  yield* startNothing(ctx, 'certificate-controller', [requests]);
  return started;
};

function requestsAvailable(ctx: ControllerContext): boolean {
  if (isAvailable(ctx, gvr(requests))) return true;
  klog(ctx.os).warning(`Resource ${resourceText(gvr(requests))} is not available now`);
  return false;
}

// Mirrors: cmd/kube-controller-manager/app/certificates.go#startCSRCleanerController
export const startCSRCleanerController: InitFunc = function* (ctx) {
  yield* startNothing(ctx, 'certificate-controller', [requests]);
  return started;
};

// Mirrors: cmd/kube-controller-manager/app/certificates.go#startRootCACertPublisher
export const startRootCACertPublisher: InitFunc = function* (ctx) {
  if (!defaultMutableFeatureGate(ctx.os).enabled('RootCAConfigMap')) {
    return skipped;
  }
  const { rootCAFile } = ctx.componentConfig.saController;
  if (rootCAFile !== '') {
    const [, err] = readCA(ctx.os, rootCAFile);
    if (err)
      return [undefined, true, new Error(`error parsing root-ca-file at ${rootCAFile}: ${err.message}`)];
  }
  yield* startNothing(ctx, 'root-ca-cert-publisher', ['v1/configmaps', 'v1/namespaces']);
  return started;
};
