import type { Knex } from 'knex'
import type { PlayedTitle } from '../../../model/play-filter.ts'
import type { PlayStore } from '../../../model/play-store.ts'
import { read, write } from '../../guard.ts'
import { factTable } from './title-facts.ts'
import { spaces, titleTable } from './title-names.ts'

type Row = { readonly title_key: string; readonly space: 0 | 1 }

const hourMs = 3_600_000

export function createUnlearnedTitles(
  db: Knex,
): Pick<PlayStore, 'unlearnedOf' | 'unlearned' | 'noteAsked'> {
  const unknown = (askedBefore: number) =>
    db(`${titleTable} as title`)
      .leftJoin(`${factTable} as known`, (both) => {
        for (const column of ['configuration', 'space', 'title_key']) {
          void both.on(`known.${column}`, `title.${column}`)
        }
      })
      .whereNull('known.title_key')
      .where((title) => {
        void title.whereNull('title.asked_at').orWhere('title.asked_at', '<', askedBefore)
      })
  return {
    unlearnedOf: (askedBefore) =>
      read(db, () =>
        unknown(askedBefore).distinct('title.configuration').pluck('title.configuration'),
      ),

    async unlearned(configuration, askedBefore, most) {
      const asked: { count?: number | string | undefined } | undefined = await read(db, () =>
        db(titleTable)
          .where({ configuration })
          .where('asked_at', '>', Date.now() - hourMs)
          .count({ count: '*' })
          .first(),
      )
      const left = most - Number(asked?.count ?? 0)
      if (left <= 0) return []
      const rows: Row[] = await read(db, () =>
        unknown(askedBefore)
          .where('title.configuration', configuration)
          .orderBy('title.title_key')
          .limit(left)
          .select('title.title_key', 'title.space'),
      )
      return rows.map((row): PlayedTitle => ({
        space: spaces[row.space],
        titleKey: row.title_key,
      }))
    },

    async noteAsked(configuration, { space, titleKey }, at) {
      const title = { configuration, space: spaces.indexOf(space), title_key: titleKey }
      await write(db, () => db(titleTable).where(title).update({ asked_at: at }))
    },
  }
}
