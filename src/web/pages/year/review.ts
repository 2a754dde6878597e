import type { YearInReviewQuery } from '../../documents.ts'

export type Review = YearInReviewQuery['yearInReview']
