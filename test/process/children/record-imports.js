// Prints which file each import of the service means, where it is run as `--import`.
import { registerHooks } from 'node:module'

const found = {}
registerHooks({
  resolve(specifier, context, next) {
    const result = next(specifier, context)
    const how = context.conditions.includes('require') ? 'require' : 'import'
    found[`${how} ${specifier} from ${context.parentURL}`] = result.url
    return result
  },
})
process.once('beforeExit', () => console.log(JSON.stringify(found)))
