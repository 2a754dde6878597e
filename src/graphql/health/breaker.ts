import { breakerStates } from '../../model/breaker.ts'
import type { Breaker } from '../../model/breaker.ts'
import { builder } from '../builder.ts'
import { enumOf } from '../enum-of.ts'

const BreakerStateRef = enumOf(
  'BreakerState',
  breakerStates,
  'Whether something that failed is asked.',
  {
    closed: 'It is asked.',
    open: 'It failed several times in a row, and is left alone for a while.',
    'half-open': 'The pause is over: the next request shows whether it answers again.',
  },
)

export const BreakerRef = builder.objectRef<Breaker>('HealthBreaker').implement({
  description: 'Whether a source or tracker that failed is asked.',
  fields: (t) => ({
    state: t.field({
      type: BreakerStateRef,
      description: 'Whether it is asked.',
      resolve: ({ state }) => state,
    }),
    since: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the failures began, or when it answered again; null: it never failed.',
      resolve: ({ since }) => since,
    }),
    until: t.field({
      type: 'DateTime',
      nullable: true,
      description:
        'When it is asked again; null unless open, or where a person has to connect it again.',
      resolve: ({ until }) => until,
    }),
  }),
})
