import { brokenPlaylist } from './lines.ts'
import type { Readdress } from './lines.ts'

export type PaceLimits = {
  readonly maxAddresses: number
  /** Characters of all addresses that are made. */
  readonly maxOutput: number
}

/** Addresses and steps in one piece of work, which takes about a millisecond. */
const addressesAtOnce = 20
const stepsAtOnce = 50
const charactersAtOnce = 32_000

/** Bounds the addresses that one text is given while it is rewritten, and says when other work is due. */
export function createRewritePace(readdress: Readdress, { maxAddresses, maxOutput }: PaceLimits) {
  const all = { addresses: 0, output: 0 }
  let piece = { addresses: 0, steps: 0, characters: 0 }

  function bounded(...[address, kind]: Parameters<Readdress>): string {
    all.addresses += 1
    piece.addresses += 1
    if (all.addresses > maxAddresses) {
      throw brokenPlaylist(`names more than ${maxAddresses} addresses`)
    }
    const made = readdress(address, kind)
    all.output += made.length
    if (all.output > maxOutput) throw brokenPlaylist('is too large')
    return made
  }

  return {
    readdress: bounded,

    /** Counts one line or value of so many characters; true where the next piece of work begins. */
    step(characters: number): boolean {
      piece.steps += 1
      piece.characters += characters
      const { addresses, steps } = piece
      const isOver =
        addresses >= addressesAtOnce || steps >= stepsAtOnce || piece.characters >= charactersAtOnce
      if (isOver) piece = { addresses: 0, steps: 0, characters: 0 }
      return isOver
    },
  }
}

export type Pace = ReturnType<typeof createRewritePace>
