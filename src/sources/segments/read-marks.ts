import { z } from 'zod'

/** A day: nothing is longer. */
const longestMs = 86_400_000

export const timeMs = z.number().min(0).max(longestMs)
/** From 0 to 1; what says nothing of it, or nonsense, is taken as `usualConfidence`. */
export const confidence = z.number().min(0).max(1).nullish().catch(null)
export const usualConfidence = 0.5

/** Entries of one answer that are read. */
export const mostEntries = 40
