export { advanceOrder } from "./advance-order.ts";
export { retryOrder } from "./apply-processor-status.ts";
export { createOrder, type NewOrder, ofNoProduct } from "./create-order.ts";
export { cancelOrder } from "./decide-order.ts";
export { handleProcessorWebhook } from "./handle-processor-webhook.ts";
export { lockDebitsOf, type Order } from "./order.ts";
export { findPlatformAccount } from "./platform-account.ts";
export { reconcile } from "./reconcile.ts";
export { readPayment, sendPayment } from "./send-payment.ts";
