export type OpenSocket = {
  /** 32 hexadecimal digits. */
  readonly id: string
  readonly configuration: number
  readonly device: number
  readonly openedAt: number
}

export type SocketStore = {
  keep(sockets: readonly OpenSocket[]): Promise<void>
  close(ids: readonly string[]): Promise<void>
  list(configuration: number, since: number): Promise<readonly OpenSocket[]>
  prune(before: number): Promise<void>
}
