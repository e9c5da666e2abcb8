// Loaded into the real core's thread by its test: at the next write after a file appears, the core dies in the way that the file names.
const fs = require('node:fs')
const { syncBuiltinESMExports } = require('node:module')
const { isMainThread, workerData } = require('node:worker_threads')

// Other threads have other tasks.
if (!isMainThread && workerData?.resources !== undefined) {
  const write = fs.writeSync
  const order = process.env.DEATH
  fs.writeSync = (...given) => {
    if (!fs.existsSync(order)) return write(...given)
    const how = fs.readFileSync(order, 'utf8')
    fs.unlinkSync(order)
    if (how === 'exit') process.exit(7)
    fs.writeSync = write
    syncBuiltinESMExports()
    setImmediate(() => {
      throw Object.assign(new RangeError(how), { code: 'E_BELL' })
    })
    return write(...given)
  }
  syncBuiltinESMExports()
}
