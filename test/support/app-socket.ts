import { expect } from 'vitest'
import { WebSocket } from 'ws'
import type { Ending } from './ending.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- tests look into many shapes
export type SocketMessage = { MessageType: string; MessageId?: string; Data?: any }

/** The web socket of an app, which remembers what it was told. */
export async function openAppSocket(url: string, token: string, ends: Ending) {
  const messages: SocketMessage[] = []
  const address = `${url.replace('http', 'ws')}/socket?api_key=${token}`
  const socket = new WebSocket(address)
  ends(async () => socket.terminate())
  socket.on('message', (data: Buffer) => messages.push(JSON.parse(data.toString())))
  await new Promise((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })

  /** The first message of this type, which is forgotten then. */
  async function hear(type: string): Promise<SocketMessage> {
    const find = () => messages.findIndex((message) => message.MessageType === type)
    await expect.poll(find).toBeGreaterThanOrEqual(0)
    return messages.splice(find(), 1)[0]!
  }

  return {
    hear,
    heard: (type: string) => messages.filter((message) => message.MessageType === type).length,
    say: (message: object) => socket.send(JSON.stringify(message)),
    isClosed: () => socket.readyState === WebSocket.CLOSED,
    close: () => socket.close(),
    cut: () => socket.terminate(),
  }
}
