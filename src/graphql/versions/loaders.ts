import DataLoader from 'dataloader'
import type { User } from '../../model/household.ts'
import type { Ask } from '../../services/library/deps.ts'
import type { DescribeMedia, MediaQuestion } from '../../services/streaming/describe-media.ts'

export function createMediaLoader(describeMedia: DescribeMedia, user: () => User, ask: Ask) {
  return new DataLoader(
    async (questions: readonly MediaQuestion[]) => describeMedia(user(), questions, ask.signal),
    { cache: false },
  )
}
