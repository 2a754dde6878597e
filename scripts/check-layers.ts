// `npm run check:layers`: fails where an import goes a way that `.dependency-cruiser.js` forbids.
import { cruise } from 'dependency-cruiser'
import type { ICruiseOptions, ICruiseResult } from 'dependency-cruiser'
import rules from '../.dependency-cruiser.js'

// Plain configuration, without types.
const { options, ...ruleSet } = rules as object as ICruiseOptions['ruleSet'] & {
  options: ICruiseOptions
}
const { output } = await cruise(['src', 'migrations', 'scripts'], {
  ruleSet,
  ...options,
  validate: true,
})
const { summary, modules } = output as ICruiseResult
// A parser that cannot read TypeScript finds nothing, and nothing wrong with it.
const read = modules.filter(
  ({ source, dependencies }) => source.endsWith('.ts') && dependencies.length > 0,
)
if (read.length < 20) {
  console.error(`only ${read.length} modules with imports were seen: the check itself is broken`)
  process.exitCode = 1
}
for (const { from, to, rule } of summary.violations) console.error(`${rule.name}: ${from} → ${to}`)
if (summary.violations.length > 0) process.exitCode = 1
else console.log(`${modules.length} modules keep to the layers`)
