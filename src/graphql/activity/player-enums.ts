import { playbackOrders, playMethods, repeatModes } from '../../model/watch.ts'
import { enumOf } from '../enum-of.ts'

export const PlayMethodRef = enumOf('PlayMethod', playMethods, 'How a player plays a file.', {
  DirectPlay: 'The file as it is.',
  DirectStream: 'The streams of the file in another container.',
  Transcode: 'Converted streams.',
})

export const RepeatModeRef = enumOf('RepeatMode', repeatModes, 'What a player repeats.', {
  RepeatNone: 'Nothing.',
  RepeatAll: 'The whole queue.',
  RepeatOne: 'The current title.',
})

export const PlaybackOrderRef = enumOf('PlaybackOrder', playbackOrders, 'The order of a queue.', {
  Default: 'As the queue lists the titles.',
  Shuffle: 'At random.',
})
