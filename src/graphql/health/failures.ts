import type { FailureKind } from '../../model/source-health.ts'
import { builder } from '../builder.ts'
import { enumOf } from '../enum-of.ts'

const kinds = [
  'timeout',
  'connect',
  'reset',
  'status',
  'redirects',
  'invalid',
  'too-large',
  'refused-address',
  'busy',
  'paused',
  'fault',
  'unauthorized',
  'unavailable',
  'aborted',
  'reported',
] as const satisfies readonly FailureKind[]

export const FailureKindRef = enumOf('HealthFailureKind', kinds, 'Why something did not answer.', {
  connect: 'No connection: unknown name, closed port, invalid certificate.',
  timeout: 'It took longer than the source may take.',
  redirects: 'Too many redirects, or one to an address that this service does not ask.',
  'too-large': 'An answer beyond the allowed size.',
  reset: 'The connection ended before the answer did.',
  status: 'An answer whose HTTP status says no.',
  invalid: 'An answer that cannot be understood.',
  'refused-address': 'An address that this service does not ask, such as a private one.',
  busy: 'Too many servers were being asked at once.',
  paused: 'Not asked, because it failed several times in a row.',
  fault: 'A fault of this service.',
  unauthorized: 'It refused the credentials.',
  unavailable: 'It asked to try again later.',
  aborted: 'Nobody waited for the answer any more.',
  reported: 'An app said that a link did not play.',
})

export const FailureRef = builder
  .objectRef<{ kind: FailureKind; count: number }>('HealthFailure')
  .implement({
    description: 'How often something failed in one way.',
    fields: (t) => ({
      kind: t.field({
        type: FailureKindRef,
        description: 'Why it failed.',
        resolve: ({ kind }) => kind,
      }),
      count: t.exposeInt('count', { description: 'How often it happened.' }),
    }),
  })
