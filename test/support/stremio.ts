import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createRequire } from 'node:module'
import { onTestFinished, vi } from 'vitest'
import type { Ending } from './ending.ts'

// The protocol's own libraries, which come without types.

type StreamAnswer = { streams: Record<string, unknown>[]; cacheMaxAge?: number }

export type AskedOfAddon = { type: string; id: string; extra: Record<string, string> }

type Handler = (args: AskedOfAddon) => Promise<object>

/** What an addon answers, by resource. */
export type AddonHandlers = Partial<
  Record<
    'stream' | 'catalog' | 'meta' | 'subtitles' | 'addon_catalog',
    (asked: AskedOfAddon) => object
  >
>

type Builder = {
  defineResourceHandler(resource: string, handler: Handler): void
  getInterface(): object
}

type Sdk = {
  addonBuilder: new (manifest: object) => Builder
  serveHTTP: (addon: object, options: { port: number }) => Promise<{ url: string; server: Server }>
}

export type AddonClient = {
  manifest: Record<string, unknown>
  isSupported(resource: string, type: string, id: string): boolean
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into many shapes
  get(...args: unknown[]): Promise<any>
}

const require = createRequire(import.meta.url)

export const { lintManifest } = require('stremio-addon-linter') as {
  lintManifest: (manifest: unknown) => { valid: boolean; errors: Error[]; warnings: Error[] }
}

/** The client that players are made with. */
export const { detectFromURL } = require('stremio-addon-client') as {
  detectFromURL: (url: string) => Promise<{ addon: AddonClient }>
}

/** An addon as its authors write it, on a loopback port. */
export async function serveSdkAddon(
  manifest: object,
  streams: (args: { type: string; id: string }) => StreamAnswer,
  ends: Ending = onTestFinished,
): Promise<{ url: string }> {
  return serveAddon(manifest, { stream: streams }, ends)
}

/** The same with any resources. */
export async function serveAddon(
  manifest: object,
  handlers: AddonHandlers,
  ends: Ending = onTestFinished,
): Promise<{ url: string; close: () => void }> {
  const { addonBuilder, serveHTTP } = require('stremio-addon-sdk') as Sdk
  const builder = new addonBuilder(manifest)
  for (const [resource, handler] of Object.entries(handlers)) {
    builder.defineResourceHandler(resource, async (asked) => handler(asked))
  }
  const quiet = vi.spyOn(console, 'log').mockReturnValue()
  const { server } = await serveHTTP(builder.getInterface(), { port: 0 })
  quiet.mockRestore()
  const close = (): void => {
    server.closeAllConnections()
    server.close()
  }
  ends(async () => close())
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/manifest.json`, close }
}
