/** A web socket of a device, on whichever node. */
export type OpenSocket = {
  /** 32 hexadecimal digits. */
  readonly id: string
  readonly configuration: number
  /** Number of the device's row. */
  readonly device: number
  /** Epoch milliseconds. */
  readonly openedAt: number
}

export type SocketStore = {
  /** Notes that these are open, new ones and known ones alike. */
  keep(sockets: readonly OpenSocket[]): Promise<void>
  close(ids: readonly string[]): Promise<void>
  /** Those of a configuration that were kept since, the one that was opened last first. */
  list(configuration: number, since: number): Promise<readonly OpenSocket[]>
  /** Removes what was not kept since. */
  prune(before: number): Promise<void>
}
