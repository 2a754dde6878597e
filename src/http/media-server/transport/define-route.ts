import type { MediaRoute } from './route.ts'

export function route(
  method: MediaRoute['method'],
  path: string,
  access: MediaRoute['access'],
  handle: MediaRoute['handle'],
): MediaRoute {
  return { method, path, access, handle }
}

/** For who is signed in. */
export function get(path: string, handle: MediaRoute['handle']): MediaRoute {
  return route('GET', path, 'signedIn', handle)
}

/** For who is signed in. */
export function post(path: string, handle: MediaRoute['handle']): MediaRoute {
  return route('POST', path, 'signedIn', handle)
}
