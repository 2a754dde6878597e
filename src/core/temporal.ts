import { createRequire } from 'node:module'
import type { Temporal } from 'temporal-polyfill'

type Loaded = { readonly Temporal: typeof Temporal }

const load = createRequire(import.meta.url)
let loaded: Loaded | undefined

/** Loaded when it is first needed: a service at rest does without its megabyte. */
export function temporal(): typeof Temporal {
  loaded ??= load('temporal-polyfill') as Loaded
  return loaded.Temporal
}
