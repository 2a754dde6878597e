import type { FastifyRequest } from 'fastify'

const releases = new WeakMap<FastifyRequest, () => void>()

/** Hears when an answer turns out to go on until its client leaves: a stop does not wait for it. */
export function onOpenEnded(request: FastifyRequest, release: () => void): void {
  releases.set(request, release)
}

/** Says that the answer goes on until its client leaves. */
export function markOpenEnded(request: FastifyRequest): void {
  releases.get(request)?.()
}
