import type { PlayOrigin } from '../../model/play.ts'
import type { ActivityFilter } from '../../services/activity/filter.ts'
import { builder } from '../builder.ts'
import { enumOf } from '../enum-of.ts'
import { ItemKindRef } from '../library/item-enums.ts'

const origins = ['local', 'import', 'stremio'] as const satisfies readonly PlayOrigin[]

export const PlayOriginRef = enumOf('PlayOrigin', origins, 'Where a play comes from.', {
  local: 'Played through the media server.',
  import: 'Read from a tracker or a file.',
  stremio: 'Played through a Stremio app.',
})

export const ActivityFilterRef = builder.inputRef<ActivityFilter>('ActivityFilter').implement({
  description: 'Which plays count; what is left out does not matter.',
  fields: (t) => ({
    users: t.idList({
      description: 'Ids of users; left out: everybody whose history the caller may read.',
    }),
    kinds: t.field({
      type: [ItemKindRef],
      description: 'What was watched: MOVIE, EPISODE, VIDEO.',
    }),
    from: t.field({ type: 'DateTime', description: 'The first instant that counts.' }),
    to: t.field({ type: 'DateTime', description: 'The first instant that no longer counts.' }),
    text: t.string({
      description:
        'Words that all occur in the name of the film or series, up to 200 characters. Text without letters or digits must occur in the name as it stands.',
    }),
    title: t.id({ description: 'The id of a film or series, or of one of its episodes.' }),
    item: t.id({
      description:
        'The id of a film, an episode, a season or a series, of which alone plays count; that of a version stands for what it is a version of.',
    }),
    finished: t.boolean({ description: 'Whether it was watched to its end.' }),
    favorite: t.boolean({ description: 'Whether the item or its series is marked.' }),
    origin: t.field({ type: PlayOriginRef, description: 'Where it comes from.' }),
    clients: t.stringList({ description: 'Names of apps.' }),
    devices: t.stringList({ description: 'Names of devices.' }),
  }),
})
