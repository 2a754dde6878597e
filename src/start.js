import { enableCompileCache } from 'node:module'

// Keeps compiled code between starts, in the system's temporary folder. JavaScript, for where everything is found
// there, nothing has to be translated any more and the translator, of 20 MB, is not loaded.
enableCompileCache()
await import('./main.ts')
