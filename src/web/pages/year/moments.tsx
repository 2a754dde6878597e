import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { List } from '@mantine/core'
import { titleOf } from '../dashboard/title-of.ts'
import { useMeasures } from './use-measures.ts'
import type { Review } from './review.ts'

export function Moments({ review }: { review: Review }) {
  const { t } = useLingui()
  const { length, day, weekday, hour } = useMeasures()
  const { busiestDay, busiestHour, busiestWeekday, longestStreak, longestSession } = review
  const { firstPlay, lastPlay, rewatched } = review
  const nameOf = (play: NonNullable<Review['firstPlay']>) =>
    play.item ? titleOf(play.item) : t`A title that no source has any more`
  const sentences = [
    firstPlay && t`First of the year, on ${day(firstPlay.startedAt)}: ${nameOf(firstPlay)}.`,
    lastPlay && t`Last of the year, on ${day(lastPlay.startedAt)}: ${nameOf(lastPlay)}.`,
    busiestDay &&
      (busiestDay.watchedMs > 0
        ? t`The busiest day: ${day(busiestDay.from)} (${length(busiestDay.watchedMs)}).`
        : t`The busiest day: ${day(busiestDay.from)}.`),
    busiestWeekday !== null && t`The busiest weekday: ${weekday(busiestWeekday)}.`,
    busiestHour !== null && t`The busiest hour of the day: ${hour(busiestHour)}.`,
    longestSession &&
      longestSession.watchedMs > 0 &&
      t`The longest evening: ${length(longestSession.watchedMs)} without a break, on ${day(longestSession.startedAt)}.`,
    longestStreak &&
      t`The longest streak: ${plural(longestStreak.days, { one: '# day', other: '# days in a row' })}, from ${day(longestStreak.from)} on.`,
    ...rewatched.map(({ name, again }) => {
      const title = name ?? t`A title that no source has any more`
      return t`Watched again: ${title} ${plural(again, { one: '(once)', other: '(# times)' })}`
    }),
  ]
  return (
    <List spacing={6}>
      {sentences.map((sentence) => sentence && <List.Item key={sentence}>{sentence}</List.Item>)}
    </List>
  )
}
