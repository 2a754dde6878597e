import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createRequire } from 'node:module'
import { onTestFinished, vi } from 'vitest'
import type { Ending } from './ending.ts'

// The protocol's own libraries, which come without types.

type StreamAnswer = { streams: Record<string, unknown>[]; cacheMaxAge?: number }

type Builder = {
  defineStreamHandler(handler: (args: { type: string; id: string }) => Promise<StreamAnswer>): void
  getInterface(): object
}

type Sdk = {
  addonBuilder: new (manifest: object) => Builder
  serveHTTP: (addon: object, options: { port: number }) => Promise<{ url: string; server: Server }>
}

export type AddonClient = {
  manifest: Record<string, unknown>
  isSupported(resource: string, type: string, id: string): boolean
  get(...args: unknown[]): Promise<StreamAnswer>
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
  const { addonBuilder, serveHTTP } = require('stremio-addon-sdk') as Sdk
  const builder = new addonBuilder(manifest)
  builder.defineStreamHandler(async (args) => streams(args))
  const quiet = vi.spyOn(console, 'log').mockReturnValue()
  const { server } = await serveHTTP(builder.getInterface(), { port: 0 })
  quiet.mockRestore()
  ends(async () => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/manifest.json` }
}
