import type { IncomingHttpHeaders } from 'node:http'
import type { Credentials } from '../model/credentials.ts'
import { readBasic } from '../security/basic.ts'
import { readAuthorization } from './media-server/transport/authorization.ts'
import { noFields } from './media-server/transport/fields.ts'

export const userDataHeader = 'x-service-user-data'

/** Reads the credentials of a request without verifying them. */
export function readCredentials(headers: IncomingHttpHeaders): Credentials {
  const userData = headers[userDataHeader]
  const basic = readBasic(headers.authorization)
  if (basic === null) {
    return userData === undefined ? { kind: 'none' } : { kind: 'userData', value: String(userData) }
  }
  if (userData !== undefined) return { kind: 'both' }
  return basic === 'malformed' ? { kind: 'malformed' } : { kind: 'basic', ...basic }
}

const bearer = /^bearer +([^\s]+)\s*$/i

/** Also accepts an access token of the media server, even as `Authorization: Bearer`. */
export function readAnyCredentials(headers: IncomingHttpHeaders): Credentials {
  const credentials = readCredentials(headers)
  const [, sent] = bearer.exec(headers.authorization ?? '') ?? []
  const token = sent ?? readAuthorization(headers, noFields).token
  return credentials.kind === 'none' && token !== null ? { kind: 'token', token } : credentials
}
