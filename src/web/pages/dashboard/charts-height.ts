/** About that of the charts, so that what stands below them does not jump when they come. */
export const chartsHeight = '56rem'
