import { head } from './raw-http.ts'

export function post(
  path: string,
  body: string,
  headers: Record<string, string | number> = {},
): string {
  const all = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    ...headers,
  }
  return head(`POST ${path} HTTP/1.1`, all) + body
}

export const get = (path: string, headers: Record<string, string> = {}): string =>
  head(`GET ${path} HTTP/1.1`, headers)

export const save = (body: string, headers?: Record<string, string | number>): string =>
  post('/api/v1/user', body, headers)

export const saveConfig = (config: string): string =>
  save(`{"config":${config},"password":"long enough"}`)

export const empty = { 'x-service-user-data': 'e30=' }
export const search = (query: string, headers: Record<string, string> = empty): string =>
  get(`/api/v1/search?${query}`, headers)
