/**
 * The address of a port that is open on all addresses of a node.
 *
 * Mirrors: pkg/scheduler/framework/types.go#DefaultBindAllHostIP
 */
export const defaultBindAllHostIP = '0.0.0.0';

/**
 * The ports of a node that are taken, by address. A pair of protocol and port is one text here, such as `TCP/80`,
 * because a map tells texts apart by what they say.
 *
 * Mirrors: pkg/scheduler/framework/types.go#HostPortInfo
 */
export class HostPortInfo {
  /** Made with the first port: most nodes have none that is taken. */
  #ports: Map<string, Set<string>> | undefined;

  // Mirrors: pkg/scheduler/framework/types.go#HostPortInfo.Add
  add(ip: string | undefined, protocol: string | undefined, port: number | undefined): void {
    if (!port || port <= 0) return;
    const address = ip || defaultBindAllHostIP;
    this.#ports ??= new Map();
    const ports = this.#ports.get(address);
    if (ports) ports.add(protocolPort(protocol, port));
    else this.#ports.set(address, new Set([protocolPort(protocol, port)]));
  }

  // Mirrors: pkg/scheduler/framework/types.go#HostPortInfo.Remove
  remove(ip: string | undefined, protocol: string | undefined, port: number | undefined): void {
    if (!port || port <= 0) return;
    const address = ip || defaultBindAllHostIP;
    const ports = this.#ports?.get(address);
    ports?.delete(protocolPort(protocol, port));
    if (ports?.size === 0) this.#ports?.delete(address);
  }

  // Mirrors: pkg/scheduler/framework/types.go#HostPortInfo.Len
  get length(): number {
    let length = 0;
    for (const ports of this.#ports?.values() ?? []) length += ports.size;
    return length;
  }

  /**
   * True if the port is taken: on that address or on all; for all addresses, on any.
   *
   * Mirrors: pkg/scheduler/framework/types.go#HostPortInfo.CheckConflict
   */
  checkConflict(ip: string | undefined, protocol: string | undefined, port: number | undefined): boolean {
    if (!port || port <= 0 || !this.#ports) return false;
    const address = ip || defaultBindAllHostIP;
    const wanted = protocolPort(protocol, port);
    if (address === defaultBindAllHostIP) {
      for (const ports of this.#ports.values()) if (ports.has(wanted)) return true;
      return false;
    }
    return [defaultBindAllHostIP, address].some((key) => this.#ports?.get(key)?.has(wanted));
  }

  clone(): HostPortInfo {
    const copy = new HostPortInfo();
    if (this.#ports) copy.#ports = new Map([...this.#ports].map(([ip, ports]) => [ip, new Set(ports)]));
    return copy;
  }
}

// Mirrors: pkg/scheduler/framework/types.go#NewProtocolPort
function protocolPort(protocol: string | undefined, port: number): string {
  return `${protocol || 'TCP'}/${port}`;
}
