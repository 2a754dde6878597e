import DataLoader from 'dataloader'
import type { User } from '../../model/household.ts'
import type { Ask } from '../../services/library/deps.ts'
import type { DescribeMedia, MediaQuestion } from '../../services/streaming/describe-media.ts'

/** What is known of the files of an answer's versions, asked for at once. */
export function createMediaLoader(describeMedia: DescribeMedia, member: () => User, ask: Ask) {
  return new DataLoader(
    async (questions: readonly MediaQuestion[]) => describeMedia(member(), questions, ask.signal),
    { cache: false },
  )
}
