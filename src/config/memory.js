// @ts-check
// JavaScript, because src/start.js reads it before anything that must be translated.
import { availableParallelism, totalmem } from 'node:os'

const megabyte = 2 ** 20
/** @type {Readonly<Record<string, number>>} */
const sizes = { b: 1, kb: 1_024, mb: megabyte, gb: 1_024 * megabyte }

export const leastMemory = 192 * megabyte
/** A larger heap is rarely collected and mostly garbage: a little faster, at twice the memory. */
const mostByItself = 640 * megabyte
/** A machine is shared; a container is the service's own, except for what the kernel keeps there. */
const shareOfMachine = 1 / 4
const shareOfContainer = 4 / 5
/** What a process holds beside the heap's old objects: its program, buffers, young objects, in a first start the translator of 20 MB. */
const beside = 160 * megabyte
/** What stays of a process whose caches are empty. */
const bare = 128 * megabyte
const leastHeap = 72 * megabyte
/** A higher limit is meant for work; caches that are never emptied slow down each collection. */
const mostShare = 4

/** @param {string} text such as `512mb`; null where it is none */
export function readBytes(text) {
  const match = /^(\d+(?:\.\d+)?)\s*(b|kb|mb|gb)$/i.exec(text)
  const bytes = match
    ? Math.round(Number(match[1]) * (sizes[String(match[2]).toLowerCase()] ?? 0))
    : 0
  return bytes > 0 ? bytes : null
}

/**
 * @param {string} text
 * @returns {number | null} bytes, null where it is no ceiling that the service can work under
 */
export function readMaxMemory(text) {
  const bytes = readBytes(text)
  return bytes !== null && bytes >= leastMemory ? bytes : null
}

/** @param {string} text of the setting WORKERS; answers how many processes share the port */
export function readWorkers(text) {
  if (text === 'auto') return availableParallelism()
  return /^[1-9]\d?$/.test(text) && Number(text) <= 64 ? Number(text) : null
}

/**
 * @typedef {{
 *   readonly total: number, // bytes of the machine
 *   readonly container: number, // bytes that the process's control group may use; 0 or more than the machine has: no bound
 * }} Machine
 */

/** @returns {Machine} */
export function readMachine() {
  return { total: totalmem(), container: process.constrainedMemory() ?? 0 }
}

/**
 * Bytes that one of so many processes should stay below.
 * @param {Machine} machine
 * @param {number} processes
 */
export function memoryCeiling({ total, container }, processes) {
  const bounded = container > 0 && container < total
  const usable = bounded ? container * shareOfContainer : total * shareOfMachine
  return Math.round(Math.min(mostByItself, Math.max(leastMemory, usable / processes)))
}

/** @param {number} ceiling answers the bytes for long-lived objects below it */
export function heapRoom(ceiling) {
  return Math.max(leastHeap, ceiling - beside)
}

/** @param {number} ceiling 1 is the share of a process that nothing bounds */
export function memoryShare(ceiling) {
  return Math.min(mostShare, (ceiling - bare) / (mostByItself - bare))
}

/**
 * V8's flags that keep a process below a ceiling. Small ones let the heap grow by 40 % between two full collections; 50 % saves
 * 4 % of the processor time, and holds 9 MB more after 32 clients that search. Smaller young spaces hold 10 MB less, at 20 to
 * 40 % more time for pages of a library. A heap that begins large and grows at once saves a tenth of the start.
 * @param {number} ceiling
 */
export function heapFlags(ceiling) {
  const old = `--max-old-space-size=${Math.floor(heapRoom(ceiling) / megabyte)}`
  const young = `--max-semi-space-size=${ceiling >= 320 * megabyte ? 8 : 4}`
  if (ceiling < 512 * megabyte) return [old, young]
  const growth = ['--heap-growing-percent=50', '--semi-space-growth-factor=8']
  return [old, young, ...growth, '--initial-old-space-size=96']
}
