"""gRPC: methods that .proto files declare, who implements and who calls them."""

from kg.schema.vocabulary import EdgeType
from tests.ingest.resolve.contracts.found import around, contracts

PROTO = """
syntax = "proto3";
package shop.v1;
// service Old { rpc Gone(A) returns (B); }
import "google/protobuf/empty.proto";
service Orders {
  rpc FindOne(Id) returns (Order) { option (google.api.http) = { get: "/v1/{id}" }; }
  rpc Watch (stream Id) returns (stream Order);
}
"""


def test_a_proto_file_declares_endpoints() -> None:
    """By package, service and method, at their lines; without code nobody serves them."""
    made = around({"api/orders.proto": PROTO})
    assert [(each.name, dict(each.details)["protocol"]) for each in made.artifacts] == [
        ("shop.v1.Orders/FindOne", "grpc"),
        ("shop.v1.Orders/Watch", "grpc"),
    ]
    lines = [each.start_line for each in made.edges if each.type is EdgeType.DEFINES and each.start_line]
    assert lines == [7, 8]


def test_classes_of_a_service_serve_its_methods() -> None:
    """Java, Python and Go; a method that a class leaves out is served by nobody here."""
    files = {
        "orders.proto": PROTO,
        "src/main/java/w/S.java": """package w; import shop.OrdersGrpc;
            class S extends OrdersGrpc.OrdersImplBase { public void findOne(Id id, Observer o) {} }""",
        "server.py": """
            import orders_pb2_grpc
            class Server(orders_pb2_grpc.OrdersServicer):
                def FindOne(self, request, context): ...
        """,
        "server/server.go": """package server

            type server struct { pb.UnimplementedOrdersServer }

            func (s *server) Watch(stream pb.Orders_WatchServer) error { return nil }
        """,
    }
    assert contracts(files) == [
        "S#findOne(Id,Observer) serves shop.v1.Orders/FindOne",
        "server.Server.FindOne serves shop.v1.Orders/FindOne",
        "server.server.Watch serves shop.v1.Orders/Watch",
    ]


def test_code_with_a_stub_requests_what_it_calls() -> None:
    """A method of another name is none of the service's; what protoc writes is nobody's code."""
    files = {
        "orders.proto": PROTO,
        "src/main/java/w/C.java": """package w; import shop.OrdersGrpc;
            class C { OrdersGrpc.OrdersBlockingStub orders; void go() { orders.findOne(null); log.watchful(); } }""",
        "client.py": """
            import orders_pb2_grpc
            def go(channel):
                stub = orders_pb2_grpc.OrdersStub(channel)
                stub.Watch(None)
        """,
        "client/client.go": """package client

            func Go(conn *grpc.ClientConn) {
                c := pb.NewOrdersClient(conn)
                c.FindOne(ctx, &pb.Id{})
            }
        """,
        "orders_pb2_grpc.py": "class OrdersServicer(object):\n    def FindOne(self, request, context): ...\n",
    }
    assert contracts(files) == [
        "C#go() requests shop.v1.Orders/FindOne (inferred 0.9)",
        "client.Go requests shop.v1.Orders/FindOne (inferred 0.9)",
        "client.go requests shop.v1.Orders/Watch (inferred 0.9)",
    ]
