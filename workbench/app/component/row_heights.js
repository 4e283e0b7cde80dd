// @ts-check
// The heights of many rows, most of them estimated until they are drawn: sums and changes in logarithmic time.
export class RowHeights {
  constructor(count, guess) {
    this.count = count;
    this.values = new Float64Array(count).fill(guess);
    this.tree = new Float64Array(count + 1);
    for (let i = 1; i <= count; i++) {
      this.tree[i] += guess;
      const parent = i + (i & -i);
      if (parent <= count) this.tree[parent] += this.tree[i];
    }
  }
  set(index, height) {
    const change = height - this.values[index];
    if (!change) return 0;
    this.values[index] = height;
    for (let i = index + 1; i <= this.count; i += i & -i) this.tree[i] += change;
    return change;
  }
  before(index) {
    let sum = 0;
    for (let i = Math.min(index, this.count); i > 0; i -= i & -i) sum += this.tree[i];
    return sum;
  }
  get total() {
    return this.before(this.count);
  }
  at(offset) {
    let low = 0;
    let step = 1;
    while (step * 2 <= this.count) step *= 2;
    for (let rest = offset; step > 0; step >>= 1) {
      if (low + step <= this.count && this.tree[low + step] <= rest) {
        low += step;
        rest -= this.tree[low];
      }
    }
    return Math.min(low, Math.max(0, this.count - 1));
  }
}
