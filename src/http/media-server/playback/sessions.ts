import { enumName } from '../../../core/enum-name.ts'
import { knownWords } from '../../../core/known-words.ts'
import { playableMediaTypes } from '../../../model/device-capabilities.ts'
import { generalCommands } from '../../../model/remote-command.ts'
import {
  SessionsDocument,
  SetCapabilitiesDocument,
  SignOutDocument,
} from '../../documents/documents.ts'
import { documentRoute, fixedRoute } from '../transport/define-route.ts'
import { plainId } from '../transport/plain-id.ts'
import type { DocumentRoute, FixedRoute } from '../transport/route.ts'
import { readDeviceProfile, toDeviceInput } from './device-profile.ts'
import { toSessionDto } from './session-dto.ts'

const longestSeconds = 1e9

export function sessionRoutes(serverId: string): readonly (FixedRoute | DocumentRoute)[] {
  return [
    list(serverId),
    capabilities('/Sessions/Capabilities'),
    capabilities('/Sessions/Capabilities/Full'),
    signOut,
    fixedRoute('POST', '/Sessions/Viewing', 'signedIn', () => undefined),
  ]
}

function list(serverId: string): DocumentRoute {
  return documentRoute({
    method: 'GET',
    path: '/Sessions',
    access: 'signedIn',
    document: SessionsDocument,
    variables: ({ query }) => {
      const seconds = query.number('activeWithinSeconds')
      const controller = query.text('controllableByUserId')
      return {
        deviceId: query.text('deviceId'),
        activeWithinMs: seconds === null ? null : wholeMs(seconds),
        controllableBy: controller && plainId(controller),
      }
    },
    answer: ({ sessions }) => sessions.map((session) => toSessionDto(session, serverId)),
  })
}

function wholeMs(seconds: number): number {
  return Math.round(Math.max(0, Math.min(seconds, longestSeconds)) * 1_000)
}

function capabilities(path: string): DocumentRoute {
  return documentRoute({
    method: 'POST',
    path,
    access: 'signedIn',
    document: SetCapabilitiesDocument,
    variables: ({ body, query }) => {
      const words = <T extends string>(name: string, known: readonly T[]) =>
        knownWords(body.raw(name) ?? query.raw(name), known).map(enumName)
      const says = (name: string) => body.flag(name) ?? query.flag(name)
      const device = readDeviceProfile(body)
      return {
        playableMediaTypes: words('PlayableMediaTypes', playableMediaTypes),
        supportedCommands: words('SupportedCommands', generalCommands),
        supportsMediaControl: says('SupportsMediaControl') ?? false,
        supportsPersistentIdentifier: says('SupportsPersistentIdentifier') ?? true,
        device: device && toDeviceInput(device),
      }
    },
    answer: () => undefined,
  })
}

const signOut = documentRoute({
  method: 'POST',
  path: '/Sessions/Logout',
  access: 'leaving',
  document: SignOutDocument,
  variables: () => ({}),
  answer: () => undefined,
})
