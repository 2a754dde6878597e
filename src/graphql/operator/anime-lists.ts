import type { OperatorService } from '../../services/operator/service.ts'
import { builder } from '../builder.ts'
import { enumOf } from '../enum-of.ts'

type AnimeLists = Awaited<ReturnType<OperatorService['animeLists']>>
type List = AnimeLists['lists'][number]
type Conflicts = AnimeLists['conflicts'][number]

const OutcomeRef = enumOf(
  'AnimeListOutcome',
  ['new', 'unchanged', 'last-good-copy', 'skipped'] as const,
  'What became of a list in a refresh.',
  {
    new: 'The list had changed.',
    unchanged: 'It was as before.',
    'last-good-copy': 'It could not be read or trusted, and the last good copy stands in.',
    skipped: 'It could not be read or trusted, and there is no copy.',
  },
)

const ListRef = builder.objectRef<List>('AnimeList').implement({
  description: 'One list of anime identifiers.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its name, numbered by its addresses.' }),
    address: t.exposeString('address', { description: 'Without credentials and keys.' }),
    records: t.exposeInt('records', { description: 'In the copy that is used.' }),
    outcome: t.expose('outcome', {
      type: OutcomeRef,
      nullable: true,
      description: 'Of the last refresh by the process that answers; null: it has made none.',
    }),
    warning: t.exposeString('warning', { nullable: true, description: 'What went wrong.' }),
  }),
})

const ConflictsRef = builder.objectRef<Conflicts>('AnimeListConflicts').implement({
  description: 'How often lists disagreed on one field; `npm run anime:conflicts` lists them.',
  fields: (t) => ({
    field: t.exposeString('field', { description: 'Such as malId.' }),
    count: t.exposeInt('count', { description: 'How often the lists disagreed.' }),
  }),
})

export const AnimeListsRef = builder.objectRef<AnimeLists>('AnimeLists').implement({
  description: 'The lists of anime identifiers, and what was made of them.',
  fields: (t) => ({
    loaded: t.boolean({
      description: 'Whether look-ups are answered.',
      resolve: ({ data }) => data === 'loaded',
    }),
    entries: t.exposeInt('entries', { description: 'In the merged database.' }),
    refreshedAt: t.expose('refreshedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the lists were last looked at; null: never.',
    }),
    lists: t.field({
      type: [ListRef],
      description: 'All lists, with their state.',
      resolve: ({ lists }) => [...lists],
    }),
    conflicts: t.field({
      type: [ConflictsRef],
      description: 'Where lists disagreed in the last refresh, the most frequent first.',
      resolve: ({ conflicts }) => [...conflicts],
    }),
  }),
})
