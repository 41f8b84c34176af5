import { type ControllerClientBuilder } from '../../../staging/src/k8s.io/controller-manager/pkg/clientbuilder/client_builder.ts';
import { newTokensController } from '../../../pkg/controller/serviceaccount/tokens_controller.ts';
import type { OS } from '../../../../go/os.ts';
import type { Result } from '../../../../go/result.ts';
import { quote } from '../../../../go/strconv.ts';
import { klog } from '../../../vendor/k8s.io/klog/v2/klog.ts';
import { legacyIssuer } from '../../../pkg/serviceaccount/legacy.ts';
import { jwtTokenGenerator } from '../../../pkg/serviceaccount/jwt.ts';
import { isEnabled } from './controllermanager_context.ts';
import { type InitFunc, saTokenControllerName, skipped, started } from './controllermanager_start.ts';

/** What Go says of a file that is not there. */
export const missingFile = (file: string): Error => new Error(`open ${file}: no such file or directory`);

/**
 * The certificates of a file.
 *
 * Mirrors: cmd/kube-controller-manager/app/controllermanager.go#readCA
 */
export function readCA(os: OS, file: string): Result<string> {
  const rootCA = os.files.get(file);
  if (rootCA === undefined) return [undefined, missingFile(file)];
  if (!/-----BEGIN CERTIFICATE-----/.test(rootCA))
    return [undefined, new Error('data does not contain any valid RSA or ECDSA certificates')];
  return [rootCA, undefined];
}

/**
 * Whether a file holds a private key. That it is one is all that is looked at: nothing is signed with it here.
 *
 * Mirrors: staging/src/k8s.io/client-go/util/keyutil/key.go#PrivateKeyFromFile
 */
function faultOfPrivateKey(os: OS, file: string): Error | undefined {
  const data = os.files.get(file);
  if (data === undefined) return missingFile(file);
  if (/-----BEGIN (EC |RSA )?PRIVATE KEY-----/.test(data)) return undefined;
  const why = 'data does not contain a valid RSA or ECDSA private key';
  return new Error(`error reading private key file ${file}: ${why}`);
}

/**
 * Starts the token controller with a client of the root builder: the other builder may need the tokens that it makes. Then it
 * starts the informers that are asked for already, which are its own.
 *
 * Mirrors: cmd/kube-controller-manager/app/controllermanager.go#serviceAccountTokenControllerStarter.startServiceAccountTokenController
 */
export function serviceAccountTokenControllerStarter(rootClientBuilder: ControllerClientBuilder): InitFunc {
  return function* (ctx) {
    const { os } = ctx;
    if (!isEnabled(ctx, saTokenControllerName)) {
      klog(os).warning(`${quote(saTokenControllerName)} is disabled`);
      return skipped;
    }

    const { serviceAccountKeyFile, rootCAFile, concurrentSATokenSyncs } = ctx.componentConfig.saController;
    if (serviceAccountKeyFile === '') {
      klog(os).warning(`${quote(saTokenControllerName)} is disabled because there is no private key`);
      return skipped;
    }
    const keyErr = faultOfPrivateKey(os, serviceAccountKeyFile);
    if (keyErr) {
      const why = `error reading key for service account token controller: ${keyErr.message}`;
      return [undefined, true, new Error(why)];
    }

    let rootCA: string;
    if (rootCAFile !== '') {
      const [read, err] = readCA(os, rootCAFile);
      if (err) {
        const why = `error parsing root-ca-file at ${rootCAFile}: ${err.message}`;
        return [undefined, true, new Error(why)];
      }
      rootCA = read;
    } else {
      rootCA = (yield* rootClientBuilder.configOrDie('tokens-controller')).caData ?? '';
    }

    const controller = newTokensController(
      os.sim,
      ctx.informerFactory.core().v1().serviceAccounts(),
      ctx.informerFactory.core().v1().secrets(),
      yield* rootClientBuilder.clientOrDie('tokens-controller'),
      { tokenGenerator: jwtTokenGenerator(legacyIssuer), rootCA },
    );
    os.sim.go('serviceaccount-token', controller.run(concurrentSATokenSyncs, ctx.stop));

    // Others may wait for tokens before the factory is started as a whole.
    ctx.informerFactory.start(ctx.stop);

    return started;
  };
}
