// Sends files that are made to do harm to a service, one after the other for each token, until it is ended:
// `node hostile-uploads.ts URL TOKEN…`. It says `answered STATUS` for each.
import { constants, setPriority } from 'node:os'
import { repeated, sendFile } from '../../support/upload.ts'

const megabyte = 2 ** 20
const head = '{"format":"stream-aggregation-history","version":1,"users":[],"items":['

const files = [
  () => repeated('{},', 40 * megabyte, '[', '{}]'),
  () => repeated('[],', 50 * megabyte, '[', '[]]'),
  () => repeated('{},', 15 * megabyte, head, '{}]}'),
  () => repeated('[', 40 * megabyte),
]

const [url = '', ...tokens] = process.argv.slice(2)
// What it costs to send them is not the service's.
setPriority(constants.priority.PRIORITY_LOW)
await Promise.all(
  tokens.map(async (token, index) => {
    for (let turn = index; ; turn++) {
      const { status } = await sendFile(url, files[turn % files.length]!(), {
        token,
        from: `127.0.0.${index + 2}`,
      }).catch((error: NodeJS.ErrnoException) => {
        // The service has ended, and so does this.
        if (error.code === 'ECONNREFUSED') process.exit(1)
        return { status: 'not at all' }
      })
      console.log(`answered ${status}`)
    }
  }),
)
